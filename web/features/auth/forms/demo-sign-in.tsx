import { useState } from 'react'
import type { DemoAccount } from '../../../../contract/demo.ts'
import { demoMessages as words } from '../../../messages/demo.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { signIn } from '../api/sign-in.ts'

/** The accounts of the demo, each with a button that signs in. */
export function DemoSignIn({ accounts }: { accounts: readonly DemoAccount[] }) {
  const [busy, setBusy] = useState<string>()

  async function signInAs(account: DemoAccount): Promise<void> {
    setBusy(account.email)
    try {
      await signIn(account)
    } catch {
      showToast({ title: words.failed, kind: 'error' })
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section
      aria-label={words.label}
      className="flex flex-col gap-4 rounded-md border border-line bg-sunk p-4"
    >
      {accounts.map((account) => (
        <div key={account.email} className="flex flex-col gap-1.5">
          <Button
            busy={busy === account.email}
            onClick={() => void signInAs(account)}
            className="w-full"
          >
            {words.signInAs[account.role]}
          </Button>
          <p className="flex flex-wrap justify-center gap-x-2 font-mono text-xs text-ink-2">
            <span>{account.email}</span>
            <span>{account.password}</span>
          </p>
        </div>
      ))}
    </section>
  )
}
