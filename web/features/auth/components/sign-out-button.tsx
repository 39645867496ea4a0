import { Button, type ButtonProps } from '../../../ui/button/button.tsx'
import { useSignOut } from '../state/use-sign-out.ts'

export function SignOutButton(props: Omit<ButtonProps, 'busy' | 'onClick'>) {
  const { signOut, isSigningOut } = useSignOut()
  return <Button {...props} busy={isSigningOut} onClick={signOut} />
}
