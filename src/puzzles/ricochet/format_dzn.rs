//! The configuration as MiniZinc data, for running `models/ricochet.mzn` in the real `minizinc`. Written only.

use super::config::Config;
use super::model;

/// Writes a configuration as the parameters of the model, with the least horizon that is not hopeless.
pub(super) fn write(config: &Config) -> String {
    let horizon = model::horizons(config).map_or(0, |horizons| *horizons.start());
    model::parameters(config, horizon).iter().map(|parameter| format!("{}\n", parameter.dzn())).collect()
}
