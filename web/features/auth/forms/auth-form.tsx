import type { ComponentProps } from 'react'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Button, type ButtonProps } from '../../../ui/button/button.tsx'

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
