import { Button, type ButtonProps } from '../../../ui/button/button.tsx'
import { useSignOut } from '../state/use-sign-out.ts'
import { SignOutQuestion } from './sign-out-question.tsx'

export function SignOutButton(props: Omit<ButtonProps, 'busy' | 'onClick'>) {
  const { signOut, isSigningOut, question } = useSignOut()
  return (
    <>
      <Button {...props} busy={isSigningOut} onClick={() => signOut()} />
      <SignOutQuestion question={question} />
    </>
  )
}
