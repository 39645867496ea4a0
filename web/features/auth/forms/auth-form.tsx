import type { ComponentProps } from 'react'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Button, type ButtonProps } from '../../../ui/button/button.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { Input } from '../../../ui/form/input.tsx'
import { Eye, EyeOff } from 'lucide-react'
import { messages } from '../../../messages/first.ts'

type AuthFormProps = ComponentProps<'form'> & {
  /** A problem that is not about one of its fields. */
  failure: string | undefined
}

export function AuthForm({ failure, children, ...rest }: AuthFormProps) {
  return (
    <form {...rest} className="flex flex-col gap-5">
      {children}
      {failure && <FailureNote>{failure}</FailureNote>}
    </form>
  )
}

/** A button as wide as the form. */
export function WideButton(props: Omit<ButtonProps, 'className'>) {
  return <Button {...props} className="mt-1 h-10.5 w-full touch:h-11" />
}

type EmailInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'name'> & {
  takesFocus?: boolean
}

export function EmailInput({ takesFocus = false, ...rest }: EmailInputProps) {
  return (
    <Input
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type="email"
      name="email"
      ref={takesFocus ? focusOnMount : undefined}
    />
  )
}

/** The address typed into a form so far, to prefill the next one. */
export function typedEmail(form: HTMLFormElement | null): string {
  const email = form ? new FormData(form).get('email') : ''
  return typeof email === 'string' ? email : ''
}

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type'> & {
  isShown: boolean
  /** Without it the input has no toggle of its own and follows that of the input beside it. */
  onShow?: (isShown: boolean) => void
}

export function PasswordInput({ isShown, onShow, ...rest }: PasswordInputProps) {
  const Icon = isShown ? EyeOff : Eye
  const input = (
    <Input
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      type={isShown ? 'text' : 'password'}
      // Hides the toggle that some browsers add.
      className={onShow && 'pr-10 touch:pr-12 [&::-ms-reveal]:hidden'}
    />
  )
  if (!onShow) return input
  return (
    <div className="relative">
      {input}
      <Button
        variant="ghost"
        size="icon"
        aria-label={isShown ? messages.auth.hidePassword : messages.auth.showPassword}
        className="absolute top-0 right-0 hover:bg-transparent!"
        onClick={() => onShow(!isShown)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </div>
  )
}
