import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { classNames } from '../../lib/class-names.ts'

const itemStyle = [
  'flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-md outline-none select-none touch:min-h-11',
  'data-highlighted:bg-sunk data-disabled:cursor-not-allowed data-disabled:opacity-50',
  // The background alone is too faint as a focus indicator.
  'data-highlighted:shadow-[inset_2px_0_0_var(--accent)]',
  '[&_svg]:size-[17px] [&_svg]:shrink-0 [&_svg]:text-ink-2',
]

const landmarks = 'main, header, nav, aside, footer, section[aria-label], [role="dialog"]'

/** Not modal: the page keeps its scrollbar, so nothing shifts when a menu opens. */
export function Menu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

export const MenuTrigger = Radix.Trigger

/** Keeps the focus in a menu that was reopened before its last close had finished. */
function keepFocusOfReopened(event: Event): void {
  if (!(event.currentTarget instanceof Element)) return
  const trigger = document.getElementById(event.currentTarget.getAttribute('aria-labelledby') ?? '')
  if (trigger?.ariaExpanded === 'true') event.preventDefault()
}

/** Portals into the enclosing landmark, so that all content stays inside landmarks. */
export function MenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  const [spot, setSpot] = useState<HTMLElement | null>(null)
  return (
    <>
      <span hidden ref={setSpot} />
      <Radix.Portal container={spot?.closest(landmarks) ?? null}>
        <Radix.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={keepFocusOfReopened}
          {...rest}
          className={classNames(
            // Above toasts.
            'z-70 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto',
            'max-w-[calc(100vw-1rem)] rounded-md border border-line bg-sheet p-1.5 shadow-raised',
            // No exit animation: a click on the trigger during it would count as a click outside.
            'duration-100 data-[state=open]:animate-in data-[state=open]:fade-in-0',
            className,
          )}
        />
      </Radix.Portal>
    </>
  )
}

type ButtonMenuProps = ComponentProps<typeof MenuContent> & { button: ReactNode }

export const ButtonMenu = ({ button, ...content }: ButtonMenuProps) => (
  <Menu>
    <MenuTrigger asChild>{button}</MenuTrigger>
    <MenuContent {...content} />
  </Menu>
)

type MenuItemProps = ComponentProps<typeof Radix.Item> & { danger?: boolean }

export function MenuItem({ className, danger = false, ...rest }: MenuItemProps) {
  return (
    <Radix.Item
      {...rest}
      className={classNames(itemStyle, danger && 'text-bad [&_svg]:text-bad', className)}
    />
  )
}

type MenuChoicesProps<Value extends string> = {
  'aria-label'?: string
  className?: string | undefined
  /** Null if it is none of them. */
  value: Value | null
  values: readonly Value[]
  onChoose: (value: Value) => void
  /** For what applies to an item that is chosen next. */
  keepsOpen?: boolean
  children: (value: Value) => ReactNode
}

/** Items of which one is chosen. */
export function MenuChoices<Value extends string>(props: MenuChoicesProps<Value>) {
  const { value, values, onChoose, keepsOpen = false, children, ...rest } = props
  return (
    <Radix.RadioGroup {...rest} {...(value !== null && { value })}>
      {values.map((one) => (
        <Radix.RadioItem
          key={one}
          value={one}
          onSelect={(event) => {
            if (keepsOpen) event.preventDefault()
            onChoose(one)
          }}
          className={classNames(itemStyle)}
        >
          {children(one)}
          <Radix.ItemIndicator className="ml-auto pl-3">
            <Check className="text-accent!" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      {...rest}
      className={classNames('truncate px-2.5 py-1.5 text-sm text-ink-2', className)}
    />
  )
}

export function MenuSeparator({ className, ...rest }: ComponentProps<typeof Radix.Separator>) {
  return (
    <Radix.Separator {...rest} className={classNames('-mx-1.5 my-1.5 h-px bg-line', className)} />
  )
}
