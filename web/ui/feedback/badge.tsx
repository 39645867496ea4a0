import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

const badgeStyle = cva(
  'inline-flex items-center justify-center rounded-full text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'h-[22px] border border-line bg-sunk px-2 text-ink-2',
        good: 'h-[22px] bg-good-wash px-2 text-good',
        warn: 'h-[22px] bg-warn-wash px-2 text-warn',
        bad: 'h-[22px] bg-bad-wash px-2 text-bad',
        count: 'h-5 min-w-5 bg-accent px-1.5 text-accent-ink tabular-nums',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeStyle>

export function Badge({ tone, className, ...rest }: BadgeProps) {
  return <span {...rest} className={classNames(badgeStyle({ tone }), className)} />
}
