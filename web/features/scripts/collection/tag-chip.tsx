import type { Tag, TagColor } from '../api/tags.ts'

/** Medium tones, which stand out from the sheet in both themes. */
export const tagColors: Record<TagColor, string> = {
  red: 'bg-[#c8452d]',
  amber: 'bg-[#b7791f]',
  green: 'bg-[#4a8a4f]',
  teal: 'bg-[#2f8a87]',
  blue: 'bg-[#4f7fb8]',
  purple: 'bg-[#8a63b8]',
  pink: 'bg-[#c0568c]',
  gray: 'bg-[#857d72]',
}

export const TagDot = ({ color }: { color: TagColor }) => (
  <i aria-hidden="true" className={`size-2 shrink-0 rounded-full ${tagColors[color]}`} />
)

/** The tags of a script in one line; those that do not fit are cut off. */
export function TagList({ tags, label }: { tags: readonly Tag[]; label: string }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label={label} className="flex gap-1.5 overflow-hidden">
      {tags.map(({ id, name, color }) => (
        <li
          key={id}
          className="flex h-5 min-w-0 items-center gap-1.5 rounded-full border border-line px-2 text-xs text-ink-2"
        >
          <TagDot color={color} />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </li>
      ))}
    </ul>
  )
}
