import type { Source } from '../../../contract/reading.ts'
import { characterNames } from '../../../screenplay/editing.ts'
import { parse } from '../../../screenplay/model.ts'
import { reasonOf } from '../../error-text.ts'
import { Store } from '../../lib/store.ts'
import { bibleMessages as words } from '../../messages/bible.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import type { SidePanelProps } from '../document/side-panel.ts'
import type { Entry, EntryFields, useBibleChanges } from './api/bible.ts'
import { keptEntry } from './kept-entry.ts'

/** What the bible is in. */
type Around = Pick<SidePanelProps, 'onPage'> & {
  entries: readonly Entry[]
  changes: Pick<ReturnType<typeof useBibleChanges>, 'add' | 'change' | 'pin' | 'refresh'>
  /** The script as it is now. */
  latest: () => string
}

type BibleState = {
  search: string
  openId: string | null
  /** The id of the entry, or what stands for the new one. */
  editing: string | null
  /** The name that the script may still use for an entry. */
  renaming: { id: string; from: string; to: string } | null
  removing: Entry | undefined
  /** The entry whose button gets the focus back, once it is rendered. */
  wanted: { id: string } | null
}

/** What can be done with the bible of one text. */
export class BibleControl {
  /** Stands for the new entry. */
  readonly newId: string
  readonly state: Store<BibleState>
  readonly #userId: string
  #around: Around | null = null

  constructor(userId: string, workId: string) {
    this.#userId = userId
    this.newId = `new-${workId}`
    this.state = new Store<BibleState>({
      search: '',
      openId: null,
      editing: this.#isKept(this.newId) ? this.newId : null,
      renaming: null,
      removing: undefined,
      wanted: null,
    })
  }

  setAround(around: Around): void {
    this.#around = around
  }

  #set(change: Partial<BibleState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  /** Whether something was typed and not saved. */
  #isKept(id: string): boolean {
    return keptEntry.read(keptEntry.key(this.#userId, id)) !== null
  }

  readonly search = (search: string): void => this.#set({ search })

  readonly edit = (editing: string): void => this.#set({ editing })

  readonly stopEditing = (id: string): void => this.#set({ editing: null, wanted: { id } })

  readonly toggle = ({ id }: Entry): void => {
    const { openId, editing } = this.state.get()
    const isOpen = openId === id || editing === id
    // What was typed and not saved goes on.
    const isKept = !isOpen && this.#isKept(id)
    const now = isKept ? id : editing
    this.#set({ openId: isOpen ? null : id, editing: isOpen && editing === id ? null : now })
  }

  readonly askToRemove = (removing: Entry | undefined): void => this.#set({ removing })

  readonly show = ({ quote, scene }: Source): void =>
    this.#around?.onPage((page) => {
      if (!page.showWords(quote, scene)) showToast({ title: words.notThere })
    })

  readonly pin = async (entry: Entry): Promise<void> => {
    try {
      await this.#around?.changes.pin(entry, !entry.pinned)
    } catch (error) {
      showToast({ title: words.pinFailed(reasonOf(error)), kind: 'error' })
    }
  }

  /** Null if the entry was changed elsewhere meanwhile. */
  readonly save = async (
    fields: EntryFields,
    over: Pick<Entry, 'id' | 'updated_at'> | null,
  ): Promise<Entry | null> => {
    if (!this.#around) return null
    const { changes, entries } = this.#around
    if (!over) {
      const [added = null] = await changes.add(fields)
      this.#set({ openId: added?.id ?? null })
      return added
    }
    const before = entries.find(({ id }) => id === over.id)
    const changed = await changes.change(over, fields)
    if (!changed) await changes.refresh()
    else if (before) this.#offerRenaming(before, changed)
    return changed
  }

  /** The script may still use the name that the entry had. */
  #offerRenaming(before: Entry, { id, kind, name }: Entry): void {
    const isSame = (one: string) => one.toUpperCase() === before.name.toUpperCase()
    if (kind !== 'character' || isSame(name) || !this.#around) return
    const from = characterNames(parse(this.#around.latest())).find(isSame)
    if (from !== undefined) this.#set({ renaming: { id, from, to: name } })
  }

  /** Ends the offer, and renames the character in the script. */
  readonly rename = (isWanted: boolean): void => {
    const { renaming } = this.state.get()
    this.#set({ renaming: null })
    if (isWanted && renaming)
      this.#around?.onPage((page) => page.renameCharacter(renaming.from, renaming.to))
  }
}
