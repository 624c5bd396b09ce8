//! Numbers: how often each layer was asked, how often it answered, and the time it took.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::time::Duration;

/// The places where a query can be answered, in the order in which they are asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// Simplification left a constant.
    Simplify,
    /// The question depends on less than the whole path. It never answers; it counts what it cut away.
    Slice,
    /// All constraints are about one number.
    Intervals,
    /// A model of an earlier query fits.
    RecentModels,
    /// A model of the path could be changed to fit.
    Repair,
    /// The constraints order numbers.
    Orders,
    /// The ranges of floating-point numbers refute the constraints.
    FloatRanges,
    /// Values that were tried fulfil constraints about floating-point numbers.
    Samples,
    /// The same constraints were asked about before.
    ExactCache,
    /// A subset was unsatisfiable, or the model of a subset or superset fits.
    SubsetCache,
    /// Arrays became variables for their elements. It never answers; it counts the queries it changed.
    Elements,
    /// Bounded quantifiers were expanded. It never answers; it counts the queries it changed.
    BoundedQuantifiers,
    /// The first instances of quantifiers decided the query.
    Instances,
    /// Two ways were raced.
    Race,
    /// All values of the query's variables were tried.
    FewValues,
    /// The query contradicts itself with variables for numbers that many inputs make.
    Cuts,
    /// The query over mathematical integers was decided first.
    Integers,
    /// The backend was asked.
    Backend,
}

impl Layer {
    /// All layers in order.
    pub const ALL: [Layer; 18] = [
        Layer::Simplify,
        Layer::Slice,
        Layer::Intervals,
        Layer::RecentModels,
        Layer::Repair,
        Layer::Orders,
        Layer::FloatRanges,
        Layer::Samples,
        Layer::ExactCache,
        Layer::SubsetCache,
        Layer::Elements,
        Layer::BoundedQuantifiers,
        Layer::Instances,
        Layer::Race,
        Layer::FewValues,
        Layer::Cuts,
        Layer::Integers,
        Layer::Backend,
    ];
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Simplify => "simplify",
            Layer::Slice => "slice",
            Layer::RecentModels => "recent models",
            Layer::Intervals => "intervals",
            Layer::Repair => "repair",
            Layer::Orders => "orders",
            Layer::FloatRanges => "float ranges",
            Layer::Samples => "samples",
            Layer::ExactCache => "exact cache",
            Layer::SubsetCache => "subset cache",
            Layer::Elements => "elements",
            Layer::BoundedQuantifiers => "bounded quantifiers",
            Layer::Instances => "instances",
            Layer::Race => "race",
            Layer::FewValues => "few values",
            Layer::Cuts => "cuts",
            Layer::Integers => "integers",
            Layer::Backend => "backend",
        })
    }
}

/// What one layer did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LayerStatistics {
    /// Queries that came to it.
    pub asked: u64,
    /// Queries it answered, or, for a layer that only changes queries, those it changed.
    pub hits: u64,
    /// Time it took.
    pub time: Duration,
}

/// What a solver did.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// Queries asked.
    pub queries: u64,
    /// Answers `sat`.
    pub sat: u64,
    /// Answers `unsat`.
    pub unsat: u64,
    /// Queries not decided.
    pub unknown: u64,
    /// Models of a backend that did not satisfy the query.
    pub models_rejected: u64,
    /// Constraints cut away by slicing.
    pub constraints_sliced_away: u64,
    /// Backends made.
    pub backends_created: u64,
    /// Answers checked against a plain backend.
    pub cross_checked: u64,
    /// What the backends did, in their own unit.
    pub work: u64,
    /// Time from question to answer.
    pub time: Duration,
    layers: [LayerStatistics; Layer::ALL.len()],
}

impl Index<Layer> for Statistics {
    type Output = LayerStatistics;
    fn index(&self, layer: Layer) -> &LayerStatistics {
        &self.layers[layer as usize]
    }
}

impl IndexMut<Layer> for Statistics {
    fn index_mut(&mut self, layer: Layer) -> &mut LayerStatistics {
        &mut self.layers[layer as usize]
    }
}

impl Statistics {
    /// Adds another solver's numbers.
    pub fn merge(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.models_rejected += other.models_rejected;
        self.constraints_sliced_away += other.constraints_sliced_away;
        self.backends_created += other.backends_created;
        self.cross_checked += other.cross_checked;
        self.work += other.work;
        self.time += other.time;
        for layer in Layer::ALL {
            self[layer].asked += other[layer].asked;
            self[layer].hits += other[layer].hits;
            self[layer].time += other[layer].time;
        }
    }
}

/// A small table.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} queries: {} sat, {} unsat, {} unknown, {:.3} s",
            self.queries,
            self.sat,
            self.unsat,
            self.unknown,
            self.time.as_secs_f64()
        )?;
        writeln!(f, "  {:<20} {:>9} {:>9} {:>10}", "layer", "asked", "hits", "seconds")?;
        for layer in Layer::ALL {
            let LayerStatistics { asked, hits, time } = self[layer];
            let name = layer.to_string();
            writeln!(f, "  {name:<20} {asked:>9} {hits:>9} {:>10.4}", time.as_secs_f64())?;
        }
        Ok(())
    }
}
