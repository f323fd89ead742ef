//! The formula of a problem, made the same way each time, so that an answer to it can be judged as an answer to the problem.

use crate::cnf::{Cnf, Valuation, dimacs};
use crate::encode::{self, EncodeError, Encoding, VarMap};
use crate::engine::Engine;
use crate::search::Budget;
use crate::solve::{
    Accepted, Language, Named, Problem, SolveError, Statement, intake, judge_assignment, presolved_for_export,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A problem as clauses.
pub struct Stated {
    /// The clauses.
    pub cnf: Cnf,
    /// What they say; none for a formula, which says itself.
    pub meaning: Option<(Arc<Statement>, VarMap)>,
}

/// The clauses of a problem. Those of a formula are its own.
pub fn state(problem: &Problem, encoding: &Encoding, budget: &Budget) -> Result<Stated, SolveError> {
    if problem.language() == Some(Language::Dimacs) {
        let named = problem.named().and_then(|named| named.model.into_iter().next());
        let source = named.ok_or_else(|| SolveError::NotApplicable("the formula has no text".to_string()))?;
        let (cnf, _) = dimacs::read(source.text.as_bytes())
            .map_err(|error| SolveError::Unreadable(error.in_file(&source.name)))?;
        return Ok(Stated { cnf, meaning: None });
    }
    let statement = problem.statement(&Engine::default(), budget)?;
    let presolved = presolved_for_export(&statement, None, budget).map_err(SolveError::Stopped)?;
    let mut cnf = Cnf::new();
    let made = encode::encode_presolved(&statement.model, &presolved, encoding, budget, &mut cnf);
    let map = made.map_err(|error| match error {
        EncodeError::Stop(stop) => SolveError::Stopped(stop),
        other => SolveError::Resources(other.to_string()),
    })?;
    drop(presolved);
    Ok(Stated { cnf, meaning: Some((statement, map)) })
}

/// What a formula was made of, as JSON; nothing for a formula, which says itself.
pub fn context(problem: &Problem, encoding: &Encoding) -> Option<Value> {
    let named = problem.named().filter(|_| problem.language() != Some(Language::Dimacs))?;
    Some(json!({"named": named, "encoding": encoding.to_string()}))
}

/// Judges a valuation of a formula as an answer to the problem that the formula was made of.
pub fn restored(context: &Value, cnf: &Cnf, valuation: &Valuation, budget: &Budget) -> Result<Accepted, SolveError> {
    let unreadable =
        |why: String| SolveError::Unreadable(format!("what the formula was made of cannot be read: {why}"));
    let named: Named = serde_json::from_value(context["named"].clone()).map_err(|e| unreadable(e.to_string()))?;
    let words = context["encoding"].as_str().unwrap_or("");
    let encoding = Encoding::parse(words).map_err(|e| unreadable(e.to_string()))?;
    let problem = intake::again(&named, budget)?;
    let again = state(&problem, &encoding, budget)?;
    let Some((statement, map)) = again.meaning.filter(|_| again.cnf.clauses().eq(cnf.clauses())) else {
        return Err(SolveError::Rejected("the formula is not the one of the problem it names".to_string()));
    };
    judge_assignment(&problem, &statement, map.decode(valuation), budget)
}
