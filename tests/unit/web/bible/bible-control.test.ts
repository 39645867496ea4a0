// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Entry, EntryFields } from '../../../../web/features/bible/api/bible.ts'
import { BibleControl } from '../../../../web/features/bible/bible-control.ts'
import { keptEntry } from '../../../../web/features/bible/kept-entry.ts'
import type { PageHandle } from '../../../../web/features/document/scope/scope.ts'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'
import { bibleMessages as words } from '../../../../web/messages/bible.ts'
import { deliverToasts, type Toast } from '../../../../web/ui/feedback/toast.ts'

const SCRIPT = 'INT. TRAM - NIGHT\n\nINÊS\nEarly.\n'

const entryOf = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  kind: 'character',
  name: 'Inês',
  aliases: [],
  body: '',
  pinned: false,
  origin: 'typed',
  sources: [],
  updated_at: '1',
  ...more,
})

const fieldsOf = ({ kind, name, aliases, body }: Entry): EntryFields => ({
  kind,
  name,
  aliases,
  body,
})

const toasts: Toast[] = []
let end = () => {}
beforeEach(() => {
  end = deliverToasts({ show: (toast) => toasts.push(toast), takeBack: () => undefined })
})
afterEach(() => {
  end()
  toasts.length = 0
  for (const id of ['one', 'new-work']) keptEntry.write(keptEntry.key('writer', id), null)
})

function keep(id: string): void {
  const typed = { kind: 'character', name: 'Rui', aliases: '', body: '' } as const
  keptEntry.write(keptEntry.key('writer', id), { typed, base: null, updatedAt: null })
}

function openBible(one = entryOf('one')) {
  const changes = {
    add: vi.fn<(fields: EntryFields) => Promise<Entry[]>>(async (fields) => [
      { ...entryOf('added'), ...fields },
    ]),
    change: vi.fn<(over: { id: string }, fields: EntryFields) => Promise<Entry | null>>(
      async ({ id }, fields) => ({ ...entryOf(id), ...fields }),
    ),
    pin: vi.fn<(entry: Entry, isPinned: boolean) => Promise<Entry[]>>(async () => []),
    refresh: vi.fn<() => Promise<Entry[]>>(async () => []),
  }
  const page = {
    renameCharacter: vi.fn<PageHandle['renameCharacter']>(),
    showWords: vi.fn<PageHandle['showWords']>(() => false),
  }
  const control = new BibleControl('writer', 'work')
  control.setAround({
    entries: [one],
    changes,
    latest: () => SCRIPT,
    onPage: (act) => act(page as unknown as PageHandle),
  })
  return { control, changes, page, one, state: () => control.state.get() }
}

test('an entry opens and closes, and what was typed into it and not saved goes on', () => {
  const { control, one, state } = openBible()
  control.toggle(one)
  expect(state()).toMatchObject({ openId: 'one', editing: null })
  control.toggle(one)
  expect(state()).toMatchObject({ openId: null, editing: null })
  keep('one')
  control.toggle(one)
  expect(state()).toMatchObject({ openId: 'one', editing: 'one' })
  control.toggle(one)
  expect(state()).toMatchObject({ openId: null, editing: null })
})

test('opening one entry leaves another one that is edited as it is', () => {
  const { control, state } = openBible()
  control.edit('other')
  control.toggle(entryOf('one'))
  expect(state()).toMatchObject({ openId: 'one', editing: 'other' })
})

test('a new entry that was typed and not saved is there again', () => {
  expect(openBible().state().editing).toBe(null)
  keep('new-work')
  expect(openBible().state().editing).toBe('new-work')
})

test('a form that closes gives the focus back to its entry', () => {
  const { control, state } = openBible()
  control.edit('one')
  control.stopEditing('one')
  expect(state()).toMatchObject({ editing: null, wanted: { id: 'one' } })
})

test('a new entry is open once it is stored', async () => {
  const { control, one, state } = openBible()
  await control.save(fieldsOf(one), null)
  expect(state().openId).toBe('added')
})

test('an entry that was changed elsewhere is read again, and nothing is offered', async () => {
  const { control, changes, one, state } = openBible()
  changes.change.mockResolvedValueOnce(null)
  expect(await control.save({ ...fieldsOf(one), name: 'Rui' }, one)).toBe(null)
  expect(changes.refresh).toHaveBeenCalledTimes(1)
  expect(state().renaming).toBe(null)
})

test('the script is offered the new name of a character that speaks in it', async () => {
  const { control, page, one, state } = openBible()
  await control.save({ ...fieldsOf(one), name: 'Inês Duarte' }, one)
  expect(state().renaming).toEqual({ id: 'one', from: 'INÊS', to: 'Inês Duarte' })
  control.rename(true)
  expect(page.renameCharacter.mock.calls).toEqual([['INÊS', 'Inês Duarte']])
  expect(state().renaming).toBe(null)
})

test('a new name is not offered if it is refused, the same but for its case, of a place, or not in the script', async () => {
  const { control, page, one } = openBible()
  await control.save({ ...fieldsOf(one), name: 'Rui' }, one)
  control.rename(false)
  expect(page.renameCharacter).not.toHaveBeenCalled()
  for (const [entry, name] of [
    [one, 'INÊS'],
    [entryOf('one', { kind: 'place' }), 'Rui'],
    [entryOf('one', { name: 'Marta' }), 'Rui'],
  ] as const) {
    const other = openBible(entry)
    await other.control.save({ ...fieldsOf(entry), name }, entry)
    expect(other.state().renaming).toBe(null)
  }
})

test('words that are not in the script any more, and a pin that fails, are told', async () => {
  const { control, changes, one } = openBible()
  control.show({ quote: 'Gone.', scene: 'INT. TRAM - NIGHT' })
  expect(toasts.map(({ title }) => title)).toEqual([words.notThere])
  await control.pin(one)
  expect(changes.pin.mock.calls).toEqual([[one, true]])
  changes.pin.mockRejectedValueOnce(new RequestError('offline'))
  await control.pin(one)
  expect(toasts.at(-1)?.kind).toBe('error')
})
