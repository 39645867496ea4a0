import { Link2 } from 'lucide-react'
import { useState } from 'react'
import {
  invitationMessages as words,
  invitationMessages,
} from '../../../messages/admin-invitations.ts'
import { Button } from '../../../ui/button/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Input } from '../../../ui/form/input.tsx'
import { giveFocus } from '../../../lib/focus.ts'
import { refusalText } from '../api/pages.ts'

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
        <Link2 />
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

export const invitationRefusal = (error: unknown, fallback: string) =>
  refusalText(invitationMessages.refusals, error, fallback)
