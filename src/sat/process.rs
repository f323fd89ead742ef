//! Any DIMACS solver as an outside program: `process:kissat -q`, `process:minisat {in} {out}`.
//!
//! Each solve writes the whole formula, with the assumptions as clauses of one literal, to a temporary file and starts
//! the program. `{in}` in the command stands for that file and `{out}` for a file that the program writes its answer to;
//! without `{in}` the file comes last, and without `{out}` the answer is read from standard output, except that a
//! program named `minisat...` is given `{out}`, since it prints no values. The program is killed, with its children, when
//! the budget is spent. Its conflicts cannot be counted, so time stands for them. Nothing it says is believed unseen: a model must satisfy the clauses. Its core is all assumptions.

use super::{Answer, Row, Solver};
use crate::cnf::dimacs::{self, Claim};
use crate::cnf::{ClauseSink, Cnf, Lit, Names};
use crate::outside::{Child, Folder, is_confined};
use crate::search::{Budget, Stats, Stop};
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The row of this backend.
pub const ROW: Row = Row {
    name: "process",
    summary: "any DIMACS solver as an outside program, as in `process:kissat -q`",
    reference: "SAT competition, rules for input, output and exit codes",
    argument: Some("a command, such as `kissat -q` or `minisat {in} {out}`,"),
    missing: None,
    make: |command| Ok(Box::new(Process::new(command)?)),
};

/// What stands for a conflict: a guess, not measured.
const SECONDS: f64 = 1e-3;

struct Process {
    program: String,
    /// With `{in}` and, unless the answer comes on standard output, `{out}`.
    arguments: Vec<String>,
    cnf: Cnf,
    n_calls: u64,
}

impl Solver for Process {
    fn add(&mut self, clause: &[Lit]) {
        self.cnf.reserve_vars(highest(clause));
        self.cnf.clause(clause);
    }

    fn reserve(&mut self, n_vars: u32) {
        self.cnf.reserve_vars(n_vars);
    }

    fn n_vars(&self) -> u32 {
        self.cnf.n_vars()
    }

    fn attempt(&mut self, assumptions: &[Lit], budget: &Budget, n_conflicts: Option<u64>) -> Option<Answer> {
        self.n_calls += 1;
        self.cnf.reserve_vars(highest(assumptions));
        let patience = n_conflicts.map_or_else(|| budget.clone(), |n| budget.at_most(n as f64 * SECONDS));
        match self.run(assumptions, &patience) {
            Ok(Ran::Finished(status, output)) => Some(self.judge(assumptions, budget, status, &output)),
            Ok(Ran::Killed(stop)) => budget.spent().or(n_conflicts.is_none().then_some(stop)).map(Answer::Unknown),
            Err(error) => Some(Answer::Failed(format!("`{}`: {error}", self.program))),
        }
    }

    fn stats(&self) -> Stats {
        super::formula_stats(&self.cnf, self.n_calls)
    }
}

/// How the program ended.
enum Ran {
    Finished(ExitStatus, Output),
    Killed(Stop),
}

/// What the program left behind.
struct Output {
    answer: Vec<u8>,
    complaint: String,
}

/// A file that takes no more when the budget is spent.
struct Hasty<'a> {
    file: File,
    budget: &'a Budget,
}

impl io::Write for Hasty<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.budget.spent() {
            None => self.file.write(bytes),
            Some(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Process {
    fn new(command: &str) -> Result<Process, String> {
        if is_confined() {
            return Err("no program is started here".to_string());
        }
        let mut words = split(command)?.into_iter();
        let program = words.next().ok_or("expected a command after `process:`")?;
        let mut arguments: Vec<String> = words.collect();
        let has = |arguments: &[String], hole: &str| arguments.iter().any(|argument| argument.contains(hole));
        let name = Path::new(&program).file_name().unwrap_or_default().to_string_lossy();
        if !has(&arguments, "{in}") {
            arguments.push("{in}".to_string());
        }
        if !has(&arguments, "{out}") && name.starts_with("minisat") {
            arguments.push("{out}".to_string());
        }
        Ok(Process { program, arguments, cnf: Cnf::new(), n_calls: 0 })
    }

    fn run(&mut self, assumptions: &[Lit], budget: &Budget) -> io::Result<Ran> {
        let folder = Folder::new()?;
        let path = |name: &str| folder.join(name);
        match self.write(assumptions, &path("formula.cnf"), budget) {
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                return budget.spent().map(Ran::Killed).ok_or(error);
            }
            written => written?,
        }
        let child = self.spawn(&path("formula.cnf"), &path("answer"), &path("stdout"), &path("stderr"))?;
        let status = match child.wait(|| budget.spent())? {
            Ok(status) => status,
            Err(stop) => return Ok(Ran::Killed(stop)),
        };
        let answer = std::fs::read(path("answer")).unwrap_or_default();
        let answer = if answer.is_empty() { std::fs::read(path("stdout"))? } else { answer };
        let complaint = String::from_utf8_lossy(&std::fs::read(path("stderr"))?).trim().to_string();
        Ok(Ran::Finished(status, Output { answer, complaint }))
    }

    /// Writes the formula, with the assumptions as its last clauses for the time being.
    fn write(&mut self, assumptions: &[Lit], path: &Path, budget: &Budget) -> io::Result<()> {
        let mut file = Hasty { file: File::create(path)?, budget };
        let n_clauses = self.cnf.n_clauses();
        assumptions.iter().for_each(|lit| self.cnf.clause(&[*lit]));
        let written = dimacs::write(&self.cnf, &Names::new(), &mut file);
        self.cnf.truncate(n_clauses);
        written
    }

    fn spawn(&self, input: &Path, answer: &Path, stdout: &Path, stderr: &Path) -> io::Result<Child> {
        let fill = |argument: &String| {
            argument.replace("{in}", &input.to_string_lossy()).replace("{out}", &answer.to_string_lossy())
        };
        let mut command = Command::new(&self.program);
        command.args(self.arguments.iter().map(fill)).stdin(Stdio::null());
        command.stdout(File::create(stdout)?).stderr(File::create(stderr)?);
        Child::start(&mut command)
    }

    fn judge(&self, assumptions: &[Lit], budget: &Budget, status: ExitStatus, output: &Output) -> Answer {
        let failed = |what: String| Answer::Failed(self.failure(&what, status, output));
        let code = status.code().unwrap_or(-1);
        match dimacs::read_answer(&output.answer, self.cnf.n_vars()) {
            Err(error) => failed(format!("the answer cannot be read: {error}")),
            Ok(Claim::Sat(_)) if code == 20 => failed("it says satisfiable but exits with 20".to_string()),
            Ok(Claim::Unsat) if code == 10 => failed("it says unsatisfiable but exits with 10".to_string()),
            Ok(Claim::Unsat) => Answer::Unsat(assumptions.to_vec()),
            Ok(Claim::Unknown) => budget.spent().map_or_else(|| failed("it gave up".to_string()), Answer::Unknown),
            Ok(Claim::Sat(valuation)) if !assumptions.iter().all(|lit| valuation.is_true(*lit)) => {
                failed("its model breaks an assumption".to_string())
            }
            Ok(Claim::Sat(valuation)) if !self.cnf.is_satisfied_by(&valuation) => {
                failed("its model breaks a clause".to_string())
            }
            Ok(Claim::Sat(valuation)) => Answer::Sat(valuation),
        }
    }

    fn failure(&self, what: &str, status: ExitStatus, output: &Output) -> String {
        let complaint = match output.complaint.lines().next() {
            None => String::new(),
            Some(line) => format!("; it complains: {line}"),
        };
        format!("`{}` ({status}): {what}{complaint}", self.program)
    }
}

fn highest(lits: &[Lit]) -> u32 {
    lits.iter().map(|lit| lit.var()).max().unwrap_or(0)
}

/// The words of a command. Quotes of either kind keep blanks together.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
        if quote.is_some() {
            word.get_or_insert_default();
        }
    }
    words.extend(word);
    if quote.is_some() { Err(format!("a quote is not closed in `{command}`")) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::{Process, split};

    #[test]
    fn commands_are_split_and_completed() {
        let cases: [(&str, &[&str]); 5] = [
            ("kissat -q", &["kissat", "-q", "{in}"]),
            ("/usr/bin/minisat", &["/usr/bin/minisat", "{in}", "{out}"]),
            ("minisat -x {in} {out} -y", &["minisat", "-x", "{in}", "{out}", "-y"]),
            ("'my solver' \"a b\"c ''", &["my solver", "a bc", "", "{in}"]),
            ("sh -c 'cat < {in}'", &["sh", "-c", "cat < {in}"]),
        ];
        for (command, expected) in cases {
            let process = Process::new(command).expect("a right command");
            let words: Vec<String> = [process.program].into_iter().chain(process.arguments).collect();
            assert_eq!(words, expected, "{command}");
        }
        assert!(split("kissat 'q").is_err());
    }
}
