//! A form whose fields depend on what stands in the others: what its keys do.

use super::boxes::Filled;
use super::form::Form;
use crate::tui::input::operations::Op;
use crate::tui::overlays::Verdict;
use crate::tui::table::view::View;

/// A form that makes its fields anew with every key.
pub trait Linked {
    /// The fields.
    fn form(&mut self) -> &mut Form;

    /// Makes the fields anew, as far as what was said asks for others; what can still be said stays.
    fn renew(&mut self, view: &View);

    /// What the form comes to.
    ///
    /// # Errors
    /// The field that is wrong and how.
    fn done(&mut self, view: &View) -> Filled;

    /// A sign for the chosen field.
    fn sign(&mut self, sign: char, view: &View) -> Verdict {
        self.form().typed(sign);
        self.renew(view);
        Verdict::Stay
    }

    /// What a key does: it is left, it is done, or a field changes.
    fn key(&mut self, op: Op, view: &View) -> Verdict {
        match op {
            Op::Back => return Verdict::Leave,
            Op::Forward => match self.done(view) {
                Ok(verdict) => return verdict,
                Err((at, fault)) => self.form().fault(at, fault),
            },
            _ => {
                self.form().op(op);
                self.renew(view);
            }
        }
        Verdict::Stay
    }
}
