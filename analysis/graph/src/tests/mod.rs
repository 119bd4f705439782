//! Tests of expressions and graphs that are built by hand.

mod actions;
mod effects;
mod expressions;
mod graphs;
mod sizes;

use super::{BinaryOp, Cfg, CfgBuilder, ExprId, ExprKind, IntType, Type, UnaryOp, VarId, VarKind, expr_text};

/// A graph of a function with the parameters `int a, int b, int c, struct node *p`.
struct Built {
    graph: CfgBuilder,
    a: ExprId,
    b: ExprId,
    c: ExprId,
    p: ExprId,
}

impl Built {
    const A: VarId = VarId(0);
    const P: VarId = VarId(3);

    fn new() -> Self {
        let mut graph = CfgBuilder::new("f");
        let [a, b, c, p] =
            [("a", Type::INT), ("b", Type::INT), ("c", Type::INT), ("p", Type::Pointer)].map(|(name, ty)| {
                let var = graph.var(name, ty, VarKind::Param);
                graph.parameter(Some(var));
                graph.exprs().var(var, ty)
            });
        Self { graph, a, b, c, p }
    }

    fn number(&mut self, value: i128) -> ExprId {
        self.graph.exprs().constant(value, IntType::INT)
    }

    fn unary(&mut self, op: UnaryOp, operand: ExprId) -> ExprId {
        self.graph.exprs().add(ExprKind::Unary(op, operand), Type::INT)
    }

    fn binary(&mut self, left: ExprId, op: BinaryOp, right: ExprId) -> ExprId {
        self.graph.exprs().binary(op, left, right, Type::INT)
    }

    fn object(&mut self, name: &str) -> ExprId {
        self.graph.exprs().add(ExprKind::Address(name.to_owned()), Type::Pointer)
    }

    /// Returns the address of a member: `&base->name`.
    fn member(&mut self, base: ExprId, name: &str) -> ExprId {
        let inside = ExprKind::Inside { base, path: name.to_owned(), index: None };
        self.graph.exprs().add(inside, Type::Pointer)
    }

    /// Returns the address of an element: `&base[index]`.
    fn element(&mut self, base: ExprId, index: ExprId) -> ExprId {
        let inside = ExprKind::Inside { base, path: String::new(), index: Some(index) };
        self.graph.exprs().add(inside, Type::Pointer)
    }

    fn load(&mut self, address: ExprId, ty: Type) -> ExprId {
        self.graph.exprs().add(ExprKind::Load(address), ty)
    }

    fn text(&self, id: ExprId) -> String {
        expr_text(self.cfg(), id)
    }

    fn cfg(&self) -> &Cfg {
        self.graph.so_far()
    }
}
