//! What can be chosen about a search: the words, what they mean, and where they come from.
//!
//! Parsing, listings and tests iterate these tables; a new word is a row and an arm where it is used.

/// Which variable is branched on next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VariableOrder {
    /// In order of declaration.
    #[default]
    Input,
    /// The fewest values left.
    Mrv,
    /// The most constraints on other open variables.
    Degree,
    /// The fewest values left, ties broken by degree.
    MrvDegree,
    /// The smallest quotient of values left and weights of failed constraints.
    Wdeg,
    /// In an order shuffled once.
    Random,
    /// As the model's search annotations say, then MRV.
    Annotated,
}

/// Which value is tried first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ValueOrder {
    /// Increasing.
    #[default]
    Input,
    /// The value that rules out the fewest values of other variables.
    Lcv,
    /// Shuffled at every node.
    Random,
}

/// What is done after a value was chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LookAhead {
    /// A constraint is checked when all its variables have values.
    #[default]
    None,
    /// Each constraint on the variable removes values, once.
    Forward,
    /// All constraints remove values until nothing changes.
    Full,
}

/// One word of an order.
pub struct Row<T> {
    /// The word.
    pub name: &'static str,
    /// What it means, in a line.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What it chooses.
    pub choice: T,
}

/// The variable orders.
pub const VARIABLE_ORDERS: &[Row<VariableOrder>] = &[
    Row {
        name: "input",
        summary: "variables in order of declaration",
        reference: "Golomb and Baumert, JACM 1965",
        choice: VariableOrder::Input,
    },
    Row {
        name: "mrv",
        summary: "the variable with the fewest values left",
        reference: "Haralick and Elliott, Artificial Intelligence 1980",
        choice: VariableOrder::Mrv,
    },
    Row {
        name: "degree",
        summary: "the variable in most constraints with other open variables; after mrv: breaks ties",
        reference: "Freuder, JACM 1982; Brélaz, CACM 1979",
        choice: VariableOrder::Degree,
    },
    Row {
        name: "mrv+degree",
        summary: "the fewest values left, ties broken by degree",
        reference: "Brélaz, CACM 1979",
        choice: VariableOrder::MrvDegree,
    },
    Row {
        name: "wdeg",
        summary: "the fewest values left per weight of constraints that failed before (dom/wdeg)",
        reference: "Boussemart, Hemery, Lecoutre and Sais, ECAI 2004",
        choice: VariableOrder::Wdeg,
    },
    Row {
        name: "random",
        summary: "an order shuffled once from the seed; random(7) is random with seed 7",
        reference: "folklore",
        choice: VariableOrder::Random,
    },
    Row {
        name: "annotated",
        summary: "the model's own int_search and bool_search annotations, then mrv",
        reference: "MiniZinc handbook, search annotations",
        choice: VariableOrder::Annotated,
    },
];

/// The value orders.
pub const VALUE_ORDERS: &[Row<ValueOrder>] = &[
    Row {
        name: "input-value",
        summary: "values in increasing order",
        reference: "Golomb and Baumert, JACM 1965",
        choice: ValueOrder::Input,
    },
    Row {
        name: "lcv",
        summary: "the value first that rules out the fewest values of other variables",
        reference: "Haralick and Elliott, Artificial Intelligence 1980",
        choice: ValueOrder::Lcv,
    },
    Row {
        name: "random-value",
        summary: "values shuffled at every node from the seed",
        reference: "Gomes, Selman and Kautz, AAAI 1998",
        choice: ValueOrder::Random,
    },
];

/// The look-aheads.
pub const LOOK_AHEADS: &[Row<LookAhead>] = &[
    Row {
        name: "none",
        summary: "plain backtracking: a constraint is checked when all its variables have values",
        reference: "Golomb and Baumert, JACM 1965",
        choice: LookAhead::None,
    },
    Row {
        name: "fc",
        summary: "forward checking: each constraint on the assigned variable removes values, once",
        reference: "Haralick and Elliott, Artificial Intelligence 1980; Bessière et al., Artificial Intelligence 2002",
        choice: LookAhead::Forward,
    },
    Row {
        name: "mac",
        summary: "maintained consistency: all constraints remove values until nothing changes",
        reference: "Sabin and Freuder, ECAI 1994",
        choice: LookAhead::Full,
    },
];

/// The words that are not a choice of three or more.
pub const FLAGS: &[Row<bool>] = &[Row {
    name: "split",
    summary: "independent parts of the model are searched one after the other",
    reference: "Freuder and Quinn, IJCAI 1985",
    choice: true,
}];
