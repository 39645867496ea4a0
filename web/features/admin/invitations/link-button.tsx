import { Link2 } from 'lucide-react'
import { useState } from 'react'
import {
  invitationMessages as words,
  invitationMessages,
} from '../../../messages/admin-invitations.ts'
import { Button } from '../../../ui/button/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Input } from '../../../ui/form/input.tsx'
import { errorText } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { giveFocus } from '../../../lib/focus.ts'

const linkOf = (token: string) => `${window.location.origin}/signup#invitation=${token}`

type LinkButtonProps = { email: string; token: string }

/** Copies the link, to pass it on other than by mail. If the browser refuses, the link is shown instead. */
export function LinkButton({ email, token }: LinkButtonProps) {
  const [isRefused, setIsRefused] = useState(false)
  const link = linkOf(token)

  async function copy(): Promise<void> {
    setIsRefused(!(await copyText(link, words)))
  }

  return (
    <>
      <Button size="sm" aria-label={words.copyLinkFor(email)} onClick={() => void copy()}>
        <Link2 aria-hidden="true" />
        {words.copyLink}
      </Button>
      {isRefused && (
        <Input
          readOnly
          value={link}
          aria-label={words.linkFor(email)}
          ref={giveFocus}
          // Ready to be copied with the keyboard.
          onFocus={({ target }) => target.select()}
          className="basis-full font-script text-sm"
        />
      )}
    </>
  )
}

/** Translates the code that the database sends in place of a message. */
export function refusalText(error: unknown, fallback: string): string {
  if (error instanceof RequestError) {
    const known = invitationMessages.refusals[error.message]
    if (known !== undefined) return known
    if (!error.isNetwork && !error.isSessionOver) return fallback
  }
  return errorText(error, fallback)
}
