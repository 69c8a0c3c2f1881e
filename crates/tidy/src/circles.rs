//! Circles in a directed graph of names.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Who depends on whom. Ordered, so that reports are the same on every run.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// A group of nodes that all reach each other.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// The shortest way around. The first node is not repeated at the end.
    pub path: Vec<String>,
    /// Every node of the group, also those outside the shortest way.
    pub members: BTreeSet<String>,
}

impl Circle {
    /// The edges of the shortest way around.
    pub fn edges(&self) -> impl Iterator<Item = (&str, &str)> {
        let next = self.path.iter().cycle().skip(1);
        self.path.iter().zip(next).map(|(from, to)| (from.as_str(), to.as_str()))
    }

    /// `a → b → a`
    pub fn arrows(&self) -> String {
        let mut names: Vec<&str> = self.path.iter().map(String::as_str).collect();
        names.extend(self.path.first().map(String::as_str));
        names.join(" → ")
    }

    /// Names the members that the shortest way leaves out, as the end of a sentence; empty when there are none.
    pub fn others(&self) -> String {
        let others: Vec<&str> =
            self.members.iter().map(String::as_str).filter(|name| !self.path.iter().any(|node| node == name)).collect();
        if others.is_empty() { String::new() } else { format!(" (in longer circles with them: {})", others.join(", ")) }
    }
}

/// One circle per group of nodes that reach each other. Edges from a node to itself are ignored.
pub fn find(graph: &Graph) -> Vec<Circle> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|node| (node.as_str(), reachable(graph, node))).collect();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut circles = Vec::new();
    for (node, targets) in &reach {
        if seen.contains(node) || !targets.contains(node) {
            continue;
        }
        let members: BTreeSet<&str> =
            targets.iter().copied().filter(|other| reach.get(other).is_some_and(|back| back.contains(node))).collect();
        seen.extend(&members);
        let path = members.iter().filter_map(|member| way_around(graph, member)).min_by_key(Vec::len);
        circles.extend(path.map(|path| Circle { path, members: members.into_iter().map(str::to_owned).collect() }));
    }
    circles
}

fn neighbors<'a>(graph: &'a Graph, node: &'a str) -> impl Iterator<Item = &'a str> {
    graph.get(node).into_iter().flatten().map(String::as_str).filter(move |next| *next != node)
}

/// What can be reached from a node by one edge or more.
fn reachable<'a>(graph: &'a Graph, start: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        open.extend(neighbors(graph, node).filter(|next| found.insert(*next)));
    }
    found
}

/// The shortest way from a node back to itself.
fn way_around(graph: &Graph, start: &str) -> Option<Vec<String>> {
    let mut came_from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        for next in neighbors(graph, node) {
            if next == start {
                return Some(way_back(&came_from, node));
            }
            if !came_from.contains_key(next) {
                came_from.insert(next, node);
                open.push_back(next);
            }
        }
    }
    None
}

fn way_back(came_from: &BTreeMap<&str, &str>, last: &str) -> Vec<String> {
    let mut path = vec![last.to_owned()];
    let mut node = last;
    while let Some(previous) = came_from.get(node) {
        path.push((*previous).to_owned());
        node = previous;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[&str]) -> Graph {
        let mut graph = Graph::new();
        for edge in edges {
            let (from, to) = edge.split_once('>').unwrap();
            graph.entry(from.to_owned()).or_default().insert(to.to_owned());
        }
        graph
    }

    #[test]
    fn a_tree_has_no_circle() {
        assert_eq!(find(&graph(&["a>b", "a>c", "b>c", "c>d"])), []);
    }

    #[test]
    fn a_node_that_names_itself_is_no_circle() {
        assert_eq!(find(&graph(&["a>a", "a>b"])), []);
    }

    #[test]
    fn each_group_is_reported_once_by_its_shortest_way() {
        let circles = find(&graph(&["a>b", "b>c", "c>a", "c>b", "x>y", "y>x", "y>a"]));
        let arrows: Vec<String> = circles.iter().map(Circle::arrows).collect();
        assert_eq!(arrows, ["b → c → b", "x → y → x"]);
        assert_eq!(circles[0].others(), " (in longer circles with them: a)");
        assert_eq!(circles[1].others(), "");
        assert_eq!(circles[1].edges().collect::<Vec<_>>(), [("x", "y"), ("y", "x")]);
    }
}
