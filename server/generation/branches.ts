import { DatabaseError, type Pool } from 'pg'
import { asCaller, asReader, type Identity } from '../database/request-transaction.ts'
import type { Step } from './applying/follow-branch.ts'
import type { TextWork } from './texts/text-work.ts'

/** A change of the script, as versions; null is no text. */
type VersionStep = { from: string | null; to: string | null; leaves: boolean }
type Target = { start: number; end: number }

/** What private.plan_branch returns. */
type Plan = {
  leaf: string | null
  shown_leaf: string | null
  text: string
  text_hash: string | null
  steps: VersionStep[]
  /** How the prompt was asked, if it is stored. */
  asked: {
    version: string | null
    start: number | null
    end: number | null
    alternatives: number | null
    mode: 'change' | 'ask'
  } | null
}

/** A branch to be shown, and what the script becomes then. */
export type PlannedBranch = Pick<Plan, 'leaf' | 'shown_leaf' | 'text_hash'> & {
  /** The script without the answers that are left; null if nothing changes. */
  left_text: string | null
  /** The script with those that return; null if nothing more changes. */
  text: string | null
  /** The writer had changed some of the same lines, and those stay. */
  kept_lines: boolean
}
/** How a prompt was asked, to be asked again about the text that it is about now. */
export type AskedBefore = {
  target: Target | null
  mode: 'change' | 'ask'
  alternatives: number | null
}

/** How often to plan again because the text or the conversation changed in between. */
const TRIES = 5

/** Conversations with branches: the script follows the branch that is shown. Runs with the user's own rights. */
export class Branches {
  readonly #pool: Pool
  readonly #texts: TextWork

  constructor(pool: Pool, texts: TextWork) {
    this.#pool = pool
    this.#texts = texts
  }

  /** Shows the branch through a message. True if the writer had changed some of the same lines as an answer. */
  async show(identity: Identity, conversationId: string, messageId: string): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const { planned } = await this.#plan(identity, [conversationId, messageId, true, null])
      try {
        await asCaller(this.#pool, identity, {
          name: 'show_branch',
          text: 'select private.show_branch($1, $2)',
          values: [conversationId, JSON.stringify(planned)],
        })
        return planned.kept_lines
      } catch (error) {
        const isChanged = error instanceof DatabaseError && error.message === 'draft_changed'
        if (!isChanged || tries === TRIES) throw error
      }
    }
  }

  /**
   * The branch that ends with a message, or an empty one if there is no such message, for a prompt that may be stored
   * already. Its target is a range of the working text.
   */
  endingWith(
    identity: Identity,
    [conversationId, messageId]: [string, string],
    { promptId, target }: { promptId: string; target: Target | null },
  ) {
    return this.#plan(identity, [conversationId, messageId, false, promptId], target)
  }

  async #plan(
    identity: Identity,
    values: readonly [string, string, boolean, string | null],
    target: Target | null = null,
  ): Promise<{ planned: PlannedBranch; target: Target | null; asked: AskedBefore | null }> {
    const [outcome] = await asReader(this.#pool, identity, {
      name: 'plan_branch',
      text: 'select * from private.plan_branch($1, $2, $3, $4)',
      values: [...values],
    })
    const plan = outcome?.rows[0] as Plan | undefined
    if (!plan) throw new Error('no row from plan_branch')
    const { leaf, shown_leaf, text_hash, text, steps, asked } = plan
    const [leaves, returns] = [true, false].map((kind) => joined(steps, kind)) as [
      VersionStep[],
      VersionStep[],
    ]
    const versions = await this.#versions(identity, [
      ...[...leaves, ...returns].flatMap(({ from, to }) => [from, to]),
      asked?.version ?? null,
    ])
    const textsOf = ({ from, to }: VersionStep): Step => ({
      from: versions.get(from) ?? '',
      to: versions.get(to) ?? '',
    })
    const before = asked?.version ? versions.get(asked.version) : undefined
    const askedTarget =
      before === undefined || !asked || asked.start === null || asked.end === null
        ? null
        : { before, start: asked.start, end: asked.end }
    const followed = await this.#texts.do(String(identity.claims['sub']), 'follow', {
      text,
      leaves: leaves.map(textsOf),
      returns: returns.map(textsOf),
      targets: [target && { before: text, ...target }, askedTarget],
    })
    return {
      planned: {
        leaf,
        shown_leaf,
        text_hash,
        left_text: followed.leftText === text ? null : followed.leftText,
        text: followed.text === followed.leftText ? null : followed.text,
        kept_lines: followed.keptLines,
      },
      target: followed.targets[0] ?? null,
      asked: asked && {
        target: followed.targets[1] ?? null,
        mode: asked.mode,
        alternatives: asked.alternatives,
      },
    }
  }

  async #versions(identity: Identity, ids: (string | null)[]): Promise<Map<string | null, string>> {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    if (wanted.length === 0) return new Map()
    const [outcome] = await asReader(this.#pool, identity, {
      name: 'branch_versions',
      text: `select id, public.version_text(id) as text from unnest($1::uuid[]) as id`,
      values: [`{${wanted.join()}}`],
    })
    const rows = (outcome?.rows ?? []) as { id: string; text: string }[]
    return new Map(rows.map(({ id, text }) => [id, text]))
  }
}

/** The steps of one kind; those that go on where the one before ended are one, so that fewer texts are read. */
function joined(steps: readonly VersionStep[], leaves: boolean): VersionStep[] {
  const all: VersionStep[] = []
  for (const step of steps) {
    if (step.leaves !== leaves) continue
    const last = all.at(-1)
    if (last && last.to === step.from) last.to = step.to
    else all.push({ ...step })
  }
  return all
}
