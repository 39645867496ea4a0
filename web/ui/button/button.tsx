import type { VariantProps } from 'class-variance-authority'
import type { ComponentProps, ComponentType, MouseEvent } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { buttonStyle } from './button-style.ts'
import { SpinnerIcon } from '../feedback/spinner.tsx'

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & {
    /** Shows a spinner and ignores clicks, but keeps the focus, unlike `disabled`. */
    busy?: boolean
  }

export function Button({
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  title,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>): void {
    // Also prevents a second submit, which browsers trigger through this click.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      {...rest}
      type={type}
      // What an icon alone means is shown when the pointer rests on it.
      title={title ?? (size === 'icon' ? rest['aria-label'] : undefined)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={handleClick}
      className={classNames(buttonStyle({ variant, size }), className)}
    >
      {busy && <SpinnerIcon />}
      {children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'size' | 'children' | 'aria-label'> & {
  icon: ComponentType
  label: string
}

/** A button that is an icon alone: its label is shown when the pointer rests on it. */
export const IconButton = ({ icon: Icon, label, ...rest }: IconButtonProps) => (
  <Button variant="ghost" {...rest} size="icon" aria-label={label}>
    <Icon />
  </Button>
)
