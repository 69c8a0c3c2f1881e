// Between positions in the DOM and offsets in the text that it shows, in UTF-16 units as the service counts. Works on
// any element whose text nodes add up to the text. Pure.

/** The part of a DOM node that is read here, so that tests need no browser. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<DomNode>;
}

export interface DomPosition<Node> {
  node: Node;
  offset: number;
}

const TEXT_NODE = 3;

/** How many units of text are before a DOM position; null outside of `root`. */
export function offsetAt(root: DomNode, container: DomNode, offset: number): number | null {
  // In a text node a DOM offset counts units; in an element it counts children.
  const isText = container.nodeType === TEXT_NODE;
  const target = isText ? container : container.childNodes[offset];
  let before = 0;
  for (const { node, isEntered } of walk(root)) {
    const isThere = target === undefined ? node === container && !isEntered : node === target;
    if (isThere) return before + (isText ? Math.min(offset, textLength(node)) : 0);
    if (isEntered) before += textLength(node);
  }
  return null;
}

/** The position of an offset in a text node. Between two nodes the start of a range is in the later, its end in the earlier. */
export function positionAt<Node extends DomNode>(
  root: Node,
  offset: number,
  edge: "start" | "end",
): DomPosition<Node> | null {
  let before = 0;
  for (const { node, isEntered } of walk(root)) {
    if (!isEntered || node.nodeType !== TEXT_NODE) continue;
    const after = before + textLength(node);
    if (offset < after || (edge === "end" && offset === after)) return { node: node as Node, offset: offset - before };
    before = after;
  }
  return null;
}

/** Each node twice, in document order: when it is entered and when it is left. */
function* walk(node: DomNode): Generator<{ node: DomNode; isEntered: boolean }> {
  yield { node, isEntered: true };
  for (let index = 0; index < node.childNodes.length; index += 1) {
    const child = node.childNodes[index];
    if (child !== undefined) yield* walk(child);
  }
  yield { node, isEntered: false };
}

function textLength({ nodeType, nodeValue }: DomNode): number {
  return nodeType === TEXT_NODE ? (nodeValue?.length ?? 0) : 0;
}
