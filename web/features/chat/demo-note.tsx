import { FlaskConical } from 'lucide-react'
import { Link } from 'react-router'
import { messages } from '../../messages.ts'
import { buttonStyle, linkStyle } from '../../ui/button/button-style.ts'
import { Dialog, DialogContent, DialogTrigger } from '../../ui/overlay/dialog.tsx'

const words = messages.demo

/** Says that no AI writes the answers, and tells admins how to change that. */
export function DemoNote({ isAdmin }: { isAdmin: boolean }) {
  return (
    <p className="mb-2.5 flex items-start gap-2 text-sm text-ink-2">
      <FlaskConical className="mt-0.5 size-4 shrink-0 text-accent" />
      <span>
        {words.note} {isAdmin && <ConnectModel />}
      </span>
    </p>
  )
}

function ConnectModel() {
  return (
    <Dialog>
      <DialogTrigger className={`${linkStyle} touch:min-h-6`}>{words.connect}</DialogTrigger>
      <DialogContent
        title={words.connect}
        description={words.connectText}
        closeLabel={messages.common.close}
      >
        <Link to="/admin?section=models" className={buttonStyle({ variant: 'primary' })}>
          {words.connectHere}
        </Link>
        <p className="mt-5 mb-3 border-t border-line pt-4 text-md text-ink-2">
          {words.connectByEnvironment}
        </p>
        <dl className="grid gap-3 text-md">
          {words.variables.map(([name, meaning]) => (
            <div key={name}>
              <dt className="font-script text-sm font-bold">{name}</dt>
              <dd className="text-ink-2">{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-5 border-t border-line pt-4 text-md text-ink-2">{words.more}</p>
      </DialogContent>
    </Dialog>
  )
}
