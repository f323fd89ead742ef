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
    /// The variable that decisions change most often, per value left.
    Activity,
    /// The variable whose assignments shrink the search space most.
    Impact,
    /// The fewest values left per weight of constraints that failed lately.
    Chs,
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
    /// The value that leaves the best bound of the objective.
    Best,
}

/// When a search starts anew from the root, keeping what it learned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Restart {
    /// Never.
    #[default]
    Never,
    /// After so many failures as Luby's sequence says: 1, 1, 2, 1, 1, 2, 4, ... units.
    Luby,
    /// After half as many failures again as the time before.
    Geometric,
}

/// What a search does or leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// Independent components are searched separately.
    Split,
    /// What a run refuted before a restart is not searched again.
    Nogoods,
    /// The variable of the last conflict is tried first.
    LastConflict,
    /// Backtracking goes to the last decision that matters.
    Backjump,
    /// The value of the last solution is tried first.
    Phase,
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
    Row {
        name: "activity",
        summary: "the fewest values left per how often decisions changed the variable",
        reference: "Michel and Van Hentenryck, CPAIOR 2012",
        choice: VariableOrder::Activity,
    },
    Row {
        name: "impact",
        summary: "the variable whose values, as far as seen, shrink the search space most",
        reference: "Refalo, CP 2004",
        choice: VariableOrder::Impact,
    },
    Row {
        name: "chs",
        summary: "like wdeg, but old failures fade and recent ones count more (conflict history search)",
        reference: "Habet and Terrioux, Journal of Heuristics 2021",
        choice: VariableOrder::Chs,
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
    Row {
        name: "best",
        summary: "the value first that leaves the best bound of the objective; increasing without one",
        reference: "Fages and Prud'homme, ICTAI 2017",
        choice: ValueOrder::Best,
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

/// The restarts.
pub const RESTARTS: &[Row<Restart>] = &[
    Row {
        name: "never",
        summary: "one run to the end",
        reference: "Golomb and Baumert, JACM 1965",
        choice: Restart::Never,
    },
    Row {
        name: "luby",
        summary: "anew after 1, 1, 2, 1, 1, 2, 4, ... times 100 failures; luby(8) counts in units of 8",
        reference: "Luby, Sinclair and Zuckerman, Information Processing Letters 1993",
        choice: Restart::Luby,
    },
    Row {
        name: "geometric",
        summary: "anew after 100 failures, then after half as many again each time; geometric(8) begins with 8",
        reference: "Walsh, IJCAI 1999",
        choice: Restart::Geometric,
    },
];

/// The words that are said or not.
pub const FLAGS: &[Row<Flag>] = &[
    Row {
        name: "split",
        summary: "independent parts of the model are searched one after the other",
        reference: "Freuder and Quinn, IJCAI 1985",
        choice: Flag::Split,
    },
    Row {
        name: "nogoods",
        summary: "what was refuted before a restart is forbidden after it; needs luby or geometric",
        reference: "Lecoutre, Sais, Tabary and Vidal, JSAT 2007",
        choice: Flag::Nogoods,
    },
    Row {
        name: "lc",
        summary: "the variable that had no value left is tried first until it has one (last conflict)",
        reference: "Lecoutre, Sais, Tabary and Vidal, Artificial Intelligence 2009",
        choice: Flag::LastConflict,
    },
    Row {
        name: "cbj",
        summary: "backtracking skips decisions that have no part in the failure (conflict-directed backjumping)",
        reference: "Prosser, Computational Intelligence 1993",
        choice: Flag::Backjump,
    },
    Row {
        name: "phase",
        summary: "the value of the last solution first, then as the value order says",
        reference: "Demirović, Chu and Stuckey, CP 2018",
        choice: Flag::Phase,
    },
];
