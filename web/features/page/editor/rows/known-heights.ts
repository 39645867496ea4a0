import { type EditorView, ViewPlugin } from '@codemirror/view'

/** A node of CodeMirror's height map: a tree over all lines. */
type Heights = {
  outdated: boolean
  updateHeight: (oracle: unknown, offset?: number, force?: boolean, measured?: unknown) => Heights
}

type Tree = { of: (nodes: (Heights | null)[]) => Heights }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isHeights = (value: unknown): value is Heights =>
  isObject(value) && 'updateHeight' in value && 'outdated' in value

/** The class whose nodes join two others. CodeMirror does not export it. */
function branchOf(view: EditorView): Heights | undefined {
  const viewState: unknown = Reflect.get(view, 'viewState')
  const root: unknown = isObject(viewState) ? Reflect.get(viewState, 'heightMap') : undefined
  if (!isHeights(root)) return undefined
  let tree: unknown = root.constructor
  while (typeof tree === 'function' && !Object.hasOwn(tree, 'of'))
    tree = Object.getPrototypeOf(tree)
  if (typeof tree !== 'function') return undefined
  const branch: unknown = Object.getPrototypeOf((tree as unknown as Tree).of([root, null, root]))
  return isHeights(branch) ? branch : undefined
}

const known = new WeakSet<Heights>()

/**
 * CodeMirror visits the height of every line twice per key, including those that cannot have changed. On a
 * page most lines have one of their own, so this is most of what a key costs in a long script.
 */
function skipKnownHeights(view: EditorView): void {
  const branch = branchOf(view)
  if (!branch || known.has(branch)) return
  known.add(branch)
  const { updateHeight } = branch
  branch.updateHeight = function update(oracle, offset, force, measured) {
    if (!force && !measured && !this.outdated) return this
    return updateHeight.call(this, oracle, offset, force, measured)
  }
}

export const knownHeights = ViewPlugin.define((view) => {
  skipKnownHeights(view)
  return {}
})
