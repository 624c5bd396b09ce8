//! Control-flow graphs as Graphviz text: one cluster per function, edges labelled with the decision that takes them, loop headers
//! with a double border.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ids::FunctionId;
use crate::loops::{LoopForest, LoopKind};
use crate::names::{Names, signature};
use crate::print::PrintOptions;
use crate::print_inst::InstPrinter;
use crate::program::{Body, Program};

/// The program's functions with a body, or the one asked for.
pub fn program(program: &Program, options: &PrintOptions) -> String {
    let mut text = String::from("digraph program {\n");
    text += "  node [shape=box, fontname=\"monospace\", fontsize=10];\n";
    text += "  edge [fontname=\"monospace\", fontsize=10];\n";
    for (id, _, body) in options.selected(program) {
        function(program, id, body, &mut text);
    }
    text += "}\n";
    text
}

fn function(program: &Program, id: FunctionId, body: &Body, text: &mut String) {
    let names = Names::new(body);
    let cfg = Cfg::new(body);
    let loops = LoopForest::new(&cfg, &Dominators::new(&cfg));
    let printer = InstPrinter { program, body, names: &names };
    let head = signature(program, &program.functions[id]);
    *text += &format!("  subgraph cluster_{id} {{\n    label=\"{}\";\n", escape(&head));
    for (block_id, block) in body.blocks.iter() {
        let mut lines = vec![format!("{}:", names.block(block_id))];
        lines.extend(block.phis.iter().map(|phi| printer.phi(phi)));
        lines.extend(block.insts().map(|inst| printer.inst(inst)));
        // Where a switch goes is on its edges.
        lines.extend(printer.terminator(&block.terminator).into_iter().take(1));
        let label: String = lines.iter().map(|line| escape(line) + "\\l").collect();
        let of_header = loops.iter().filter(|(_, this)| this.entries.contains(&block_id));
        let style = match of_header.map(|(_, this)| this.kind).max_by_key(|k| *k as u8) {
            Some(LoopKind::Natural) => ", peripheries=2",
            Some(LoopKind::Irreducible) => ", peripheries=2, style=dashed",
            None => "",
        };
        *text += &format!("    {id}_{block_id} [label=\"{label}\"{style}];\n");
    }
    for (block_id, block) in body.blocks.iter() {
        let labels = printer.edge_labels(&block.terminator);
        for (edge, label) in cfg.outgoing(block_id).zip(labels) {
            let target = cfg.edge(edge).target;
            let label = match label.as_str() {
                "" => String::new(),
                label => format!(" [label=\"{}\"]", escape(label)),
            };
            *text += &format!("    {id}_{block_id} -> {id}_{target}{label};\n");
        }
    }
    *text += "  }\n";
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_programs::sum;

    #[test]
    fn edges_and_headers_are_marked() {
        let text = program(&sum(), &PrintOptions::default());
        assert!(text.contains("f0_bb1 -> f0_bb2 [label=\"T\"];"), "{text}");
        assert!(text.contains("f0_bb1 -> f0_bb3 [label=\"F\"];"), "{text}");
        assert!(text.contains("f0_bb2 -> f0_bb1;"), "{text}");
        assert_eq!(text.matches("peripheries=2").count(), 1, "{text}");
        assert_eq!(text.matches('{').count(), text.matches('}').count());
    }
}
