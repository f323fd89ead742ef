//! Collections of models: every folder is a family, its models stand beside their data.

use std::path::{Path, PathBuf};

/// One model with its data files, the smallest first.
pub struct Member {
    pub model: PathBuf,
    pub data: Vec<PathBuf>,
}

/// The models of a folder and of the folders below it, by name.
pub fn members(folder: &Path) -> anyhow::Result<Vec<Member>> {
    let mut families: Vec<PathBuf> = entries(folder)?.into_iter().filter(|path| path.is_dir()).collect();
    families.push(folder.to_path_buf());
    families.sort();
    let mut out = Vec::new();
    for family in families {
        let files = entries(&family)?;
        let of =
            |end: &'static str| files.iter().filter(move |path| path.extension().is_some_and(|e| e == end)).cloned();
        let mut data: Vec<PathBuf> = of("dzn").collect();
        data.sort_by_key(|path| std::fs::metadata(path).map_or(0, |file| file.len()));
        out.extend(of("mzn").map(|model| Member { model, data: data.clone() }));
    }
    Ok(out)
}

fn entries(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)?.map(|e| Ok(e?.path())).collect::<anyhow::Result<_>>()?;
    paths.sort();
    Ok(paths)
}
