import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section
      {...rest}
      className={classNames(
        'flex flex-col rounded-md border border-line bg-sheet shadow-sheet',
        className,
      )}
    />
  )
}

export function CardHeader({ className, ...rest }: ComponentProps<'header'>) {
  return (
    <header
      {...rest}
      className={classNames(
        'flex flex-wrap items-center gap-2.5 border-b border-line px-4.5 py-3.5',
        className,
      )}
    />
  )
}

export function CardTitle({ className, children, ...rest }: ComponentProps<'h2'>) {
  return (
    <h2 {...rest} className={classNames('text-lg font-semibold', className)}>
      {children}
    </h2>
  )
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('flex-1 p-4.5', className)} />
}

export function CardFooter({ className, ...rest }: ComponentProps<'footer'>) {
  return (
    <footer
      {...rest}
      className={classNames(
        'flex items-center gap-2 border-t border-line px-4.5 py-2 text-sm text-ink-2',
        className,
      )}
    />
  )
}
