import { isMac } from '../../../lib/is-mac.ts'
import { pageMessages } from '../../../messages/page.ts'

const { mac, other, arrows } = pageMessages.keys

/** `Mod-Shift-k`, as CodeMirror writes it, in the form of the platform: ⇧⌘K or Ctrl+Shift+K. */
export function shortcutText(shortcut: string, onMac: boolean = isMac()): string {
  // The last key may be a hyphen itself.
  const keys = shortcut.split(/-(?!$)/)
  const names = new Map(Object.entries({ ...arrows, ...(onMac ? mac : other) }))
  const shown = keys.map((key) => names.get(key) ?? (key.length === 1 ? key.toUpperCase() : key))
  if (!onMac) return shown.join('+')
  const modifiers = new Set(keys.slice(0, -1))
  const order = ['Ctrl', 'Alt', 'Shift', 'Mod'].filter((modifier) => modifiers.has(modifier))
  return [...order.map((modifier) => names.get(modifier)), shown.at(-1)].join('')
}
