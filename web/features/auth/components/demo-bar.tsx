import { demoMessages as words } from '../../../messages/demo.ts'

/** Above every page of the demo. */
export function DemoBar() {
  return (
    <p className="shrink-0 border-b border-line bg-sunk px-4 py-1.5 text-center text-sm text-balance text-ink-2">
      {words.bar} <code className="font-mono text-ink">{words.command}</code>
    </p>
  )
}
