import { Eye, EyeOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { messages } from '../../../messages/first.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Input } from '../../../ui/form/input.tsx'

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
