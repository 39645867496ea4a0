import { Link } from 'react-router'
import { adminMessages } from '../../../messages/admin.ts'
import { adminSections } from './sections.ts'

const linkStyle =
  'flex h-9 items-center rounded-sm border border-transparent px-3 text-md whitespace-nowrap max-sm:px-2.5 text-ink-2 hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-sheet aria-[current=page]:text-ink touch:h-11'

/** On a phone the row may overflow: scroll the row, but not the page, to the link. */
function scrollToIt(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** One row, which scrolls sideways on a phone. */
export function SectionLinks({ open }: { open: string | undefined }) {
  const links = [{ id: undefined, label: adminMessages.sectionUsers }, ...adminSections]
  return (
    <nav
      aria-label={adminMessages.sections}
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6"
    >
      <ul className="flex w-max rounded-sm bg-sunk">
        {links.map(({ id, label }) => (
          <li key={label}>
            <Link
              to={id === undefined ? '/admin' : `/admin?section=${id}`}
              aria-current={id === open ? 'page' : undefined}
              ref={id === open ? scrollToIt : undefined}
              className={linkStyle}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
