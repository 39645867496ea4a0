import type { ComponentProps } from 'react'
import { Button, type ButtonProps } from '../../../ui/button/button.tsx'

export function AuthForm(props: ComponentProps<'form'>) {
  return <form {...props} className="flex flex-col gap-5" />
}

/** A button as wide as the form. */
export function WideButton(props: Omit<ButtonProps, 'className'>) {
  return <Button {...props} className="mt-1 h-10.5 w-full touch:h-11" />
}
