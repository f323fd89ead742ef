//! The faults themselves: what becomes of what, each behind a switch.
//!
//! One walk over the syntax tree serves twice: it lists the places, and it plants the chosen ones. A planted place reads
//! `if crate::mutants::on(17) { faulty } else { sound }`. Left alone are tests, constants and `const fn` (which cannot ask a
//! switch), patterns, and whatever stands inside a macro.

use quote::ToTokens;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Item, Stmt, UnOp, parse_quote};

/// All places of a source: its line, and what would be changed.
pub fn places(text: &str) -> anyhow::Result<Vec<(usize, String)>> {
    let mut walk = Walk::default();
    walk.visit_file_mut(&mut syn::parse_file(text)?);
    Ok(walk.places)
}

/// The source with faults at these places, each with the number of its switch.
pub fn planted(text: &str, chosen: &BTreeMap<usize, u32>) -> anyhow::Result<String> {
    let mut file = syn::parse_file(text)?;
    let mut walk = Walk { chosen: chosen.clone(), ..Walk::default() };
    walk.visit_file_mut(&mut file);
    Ok(prettyplease::unparse(&file))
}

#[derive(Default)]
struct Walk {
    places: Vec<(usize, String)>,
    chosen: BTreeMap<usize, u32>,
}

impl Walk {
    /// Counts a place; the number of its switch if it was chosen.
    fn place(&mut self, line: usize, what: String) -> Option<u32> {
        let index = self.places.len();
        self.places.push((line, what));
        self.chosen.get(&index).copied()
    }
}

impl VisitMut for Walk {
    fn visit_item_mut(&mut self, item: &mut Item) {
        let left_alone = match item {
            Item::Const(_) | Item::Static(_) | Item::Macro(_) | Item::Type(_) | Item::Enum(_) | Item::Struct(_) => true,
            Item::Mod(module) => is_test(&module.attrs),
            Item::Fn(function) => function.sig.constness.is_some() || is_test(&function.attrs),
            Item::Impl(block) => is_test(&block.attrs) || is_shown(block),
            _ => false,
        };
        if !left_alone {
            visit_mut::visit_item_mut(self, item);
        }
        if let (Item::Fn(function), false) = (item, left_alone) {
            self.early_return(&function.sig, &mut function.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, function: &mut syn::ImplItemFn) {
        if function.sig.constness.is_none() && !is_test(&function.attrs) {
            visit_mut::visit_impl_item_fn_mut(self, function);
            self.early_return(&function.sig, &mut function.block);
        }
    }

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}

    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}

    fn visit_expr_repeat_mut(&mut self, repeat: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut repeat.expr);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let sound = expr.clone();
        visit_mut::visit_expr_mut(self, expr);
        for (what, faulty) in faults(&sound) {
            if let Some(id) = self.place(sound.span().start().line, what) {
                let inner = expr.clone();
                *expr = parse_quote!((if crate::mutants::on(#id) { #faulty } else { #inner }));
            }
        }
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        let sound = stmt.clone();
        visit_mut::visit_stmt_mut(self, stmt);
        if let Stmt::Expr(Expr::MethodCall(_) | Expr::Call(_), Some(_)) = &sound {
            let what = format!("`{}` is left out", short(&sound));
            if let Some(id) = self.place(sound.span().start().line, what) {
                let inner = stmt.clone();
                *stmt = parse_quote!(if !crate::mutants::on(#id) { #inner });
            }
        }
    }
}

impl Walk {
    /// A function that returns at once with the plainest value of its type.
    fn early_return(&mut self, signature: &syn::Signature, block: &mut syn::Block) {
        let returned = match &signature.output {
            syn::ReturnType::Default => String::new(),
            syn::ReturnType::Type(_, kind) => kind.to_token_stream().to_string(),
        };
        let values: &[&str] = match returned.as_str() {
            "" => &["()"],
            "bool" => &["true", "false"],
            r if r.starts_with("Option <") => &["None"],
            r if r.starts_with("Result < () ,") => &["Ok(())"],
            r if r.starts_with("Vec <") => &["Vec::new()"],
            _ => &[],
        };
        for value in values {
            let what = format!("`{}` returns {value} at once", signature.ident);
            if let Some(id) = self.place(signature.span().start().line, what) {
                let value: Expr = syn::parse_str(value).expect("the values above are expressions");
                block.stmts.insert(0, parse_quote!(if crate::mutants::on(#id) { return #value; }));
            }
        }
    }
}

/// What an expression could be mistaken for.
fn faults(expr: &Expr) -> Vec<(String, Expr)> {
    match expr {
        Expr::Binary(binary) if !has_let(&binary.left) && !has_let(&binary.right) => {
            let others = swapped(&binary.op);
            others
                .into_iter()
                .map(|op| (named(expr, &op), Expr::Binary(syn::ExprBinary { op, ..binary.clone() })))
                .collect()
        }
        Expr::Unary(syn::ExprUnary { op: UnOp::Not(_) | UnOp::Neg(_), expr: inner, .. }) => {
            vec![(format!("`{}` loses its sign", short(expr)), (**inner).clone())]
        }
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(number), .. }) => one_more(number).into_iter().collect(),
        Expr::Lit(syn::ExprLit { lit: syn::Lit::Bool(value), .. }) => {
            let other = !value.value;
            vec![(format!("`{}` becomes `{other}`", value.value), parse_quote!(#other))]
        }
        _ => Vec::new(),
    }
}

fn named(expr: &Expr, op: &BinOp) -> String {
    format!("`{}`: the operator becomes `{}`", short(expr), op.to_token_stream())
}

fn one_more(number: &syn::LitInt) -> Option<(String, Expr)> {
    let value: u64 = number.base10_parse().ok()?;
    let text = format!("{}{}", value.checked_add(1)?, number.suffix());
    let more = syn::LitInt::new(&text, number.span());
    Some((format!("`{number}` becomes `{more}`"), parse_quote!(#more)))
}

fn swapped(op: &BinOp) -> Vec<BinOp> {
    match op {
        BinOp::Lt(_) => vec![parse_quote!(<=), parse_quote!(>=)],
        BinOp::Le(_) => vec![parse_quote!(<), parse_quote!(>)],
        BinOp::Gt(_) => vec![parse_quote!(>=), parse_quote!(<=)],
        BinOp::Ge(_) => vec![parse_quote!(>), parse_quote!(<)],
        BinOp::Eq(_) => vec![parse_quote!(!=)],
        BinOp::Ne(_) => vec![parse_quote!(==)],
        BinOp::And(_) => vec![parse_quote!(||)],
        BinOp::Or(_) => vec![parse_quote!(&&)],
        BinOp::Add(_) => vec![parse_quote!(-)],
        BinOp::Sub(_) => vec![parse_quote!(+)],
        BinOp::Mul(_) => vec![parse_quote!(+)],
        BinOp::AddAssign(_) => vec![parse_quote!(-=)],
        BinOp::SubAssign(_) => vec![parse_quote!(+=)],
        BinOp::BitOrAssign(_) => vec![parse_quote!(&=)],
        BinOp::BitAndAssign(_) => vec![parse_quote!(|=)],
        _ => Vec::new(),
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        let text = a.to_token_stream().to_string();
        text.contains("cfg") && text.contains("test") || text == "# [test]"
    })
}

/// What is only for people to read is not worth a fault.
fn is_shown(block: &syn::ItemImpl) -> bool {
    block
        .trait_
        .as_ref()
        .is_some_and(|(_, path, _)| path.segments.last().is_some_and(|s| s.ident == "Display" || s.ident == "Debug"))
}

fn short(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let cut: String = text.chars().take(60).collect();
    if cut.len() < text.len() { format!("{cut}...") } else { cut }
}
