import { cva } from 'class-variance-authority'

/** Also for links that look like buttons. */
export const buttonStyle = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-sm border font-medium whitespace-nowrap',
    'transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress',
    '[&_svg]:size-[17px] [&_svg]:shrink-0',
    // While busy, the spinner replaces the icon, so that the width stays the same.
    'aria-busy:[&>svg:not([data-spinner])]:hidden',
  ],
  {
    variants: {
      variant: {
        primary:
          'border-accent bg-accent text-accent-ink not-disabled:hover:border-accent-strong not-disabled:hover:bg-accent-strong',
        secondary: 'border-line bg-sheet text-ink not-disabled:hover:border-line-2',
        ghost:
          'border-transparent bg-transparent text-ink-2 not-disabled:hover:bg-sunk not-disabled:hover:text-ink',
        danger:
          'border-bad-fill bg-bad-fill text-bad-ink not-disabled:hover:border-bad-fill-strong not-disabled:hover:bg-bad-fill-strong',
      },
      size: {
        sm: 'h-[30px] px-2.5 text-sm touch:h-11 touch:px-3.5',
        md: 'h-9 px-3.5 text-md touch:h-11',
        icon: 'size-9 p-0 touch:size-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

/** A link in running text: underlined, so that it does not rely on colour alone. */
export const linkStyle = 'text-accent underline underline-offset-3 hover:text-accent-strong'
