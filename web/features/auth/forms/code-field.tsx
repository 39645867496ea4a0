import { messages } from '../../../messages/first.ts'
import { linkStyle } from '../../../ui/button/button-style.ts'
import { Field } from '../../../ui/form/field.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { Input } from '../../../ui/form/input.tsx'
import type { CodeKind } from '../api/sign-in.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { errorText } from '../../../error-text.ts'

const words = messages.security

/** The message for a refused code. */
export function codeRefusal(error: unknown): string {
  const { challenge } = words
  switch (error instanceof RequestError ? error.code : '') {
    case 'mfa_verification_failed':
      return challenge.wrong
    case 'mfa_challenge_expired':
      return challenge.expired
    case 'mfa_factor_unreadable':
      return challenge.unreadable
    case 'over_request_rate_limit':
    case 'mfa_recovery_codes_locked':
      return challenge.tooMany
    default:
      return errorText(error, challenge.failed)
  }
}

type CodeFieldProps = {
  error: string | undefined
  kind: CodeKind
  /** Lets the user switch the kind; without it, only the app's code is asked for. */
  onKind?: (kind: CodeKind) => void
  takesFocus?: boolean
}

/** One field for the app's code or a recovery code, named `code` in its form. */
export function CodeField({ error, kind, onKind, takesFocus = false }: CodeFieldProps) {
  const isApp = kind === 'app'
  return (
    <div className="flex flex-col gap-2">
      <Field
        // Remounted when the kind changes, to clear the text typed for the other kind.
        key={kind}
        label={isApp ? words.code : words.recoveryCode}
        hint={isApp ? words.codeHint : words.recoveryCodeHint}
        error={error}
      >
        <Input
          name="code"
          required
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          maxLength={isApp ? 8 : 40}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          ref={takesFocus ? focusOnMount : undefined}
          className="font-script"
        />
      </Field>
      {onKind && (
        <button
          type="button"
          className={`${linkStyle} self-start rounded-sm text-md`}
          onClick={() => onKind(isApp ? 'recovery' : 'app')}
        >
          {isApp ? words.switchToRecoveryCode : words.switchToApp}
        </button>
      )}
    </div>
  )
}
