import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../../lib/class-names.ts'

export function Tabs({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root {...rest} className={classNames('flex flex-col gap-3', className)} />
}

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      {...rest}
      className={classNames('grid auto-cols-fr grid-flow-col rounded-sm bg-sunk', className)}
    />
  )
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      {...rest}
      className={classNames(
        'h-9 truncate rounded-sm border border-transparent px-3 text-md text-ink-2 touch:h-11',
        'hover:text-ink disabled:cursor-not-allowed disabled:opacity-50',
        'data-[state=active]:border-line data-[state=active]:bg-sheet data-[state=active]:text-ink',
        className,
      )}
    />
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content {...rest} className={classNames('rounded-sm', className)} />
}
