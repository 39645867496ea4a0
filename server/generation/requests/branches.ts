import { DatabaseError, type Pool } from 'pg'
import { asCaller, asReader, type Identity } from '../../database/request-transaction.ts'
import type { Statement } from '../../database/statement-batch.ts'
import type { AnswerChanges, Withheld } from '../../../contract/generation.ts'
import type { Judged } from '../applying/application.ts'
import {
  type BranchHistory,
  bounded,
  textsNeeded,
  type VersionTexts,
  withoutChanges,
} from '../applying/follow-branch.ts'
import type { TaskResult } from '../texts/tasks.ts'
import type { TextWork } from '../texts/text-work.ts'

type Target = { start: number; end: number }

/** What private.plan_branch returns. */
type Plan = {
  leaf: string | null
  shown_leaf: string | null
  text: string
  text_hash: string | null
  /** Null if no answer moves. */
  steps: BranchHistory | null
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
  /** What moved, for the versions with these texts. */
  left: unknown
  returned: unknown
  /** The writer had changed some of the same lines, and those stay. */
  kept_lines: boolean
}
/** How a prompt was asked, to be asked again about the text that it is about now. */
export type AskedBefore = {
  target: Target | null
  mode: 'change' | 'ask'
  alternatives: number | null
}

export type BranchWanted = {
  conversationId: string
  messageId: string
  /** Applies the message to the script, if it is the answer of one of two models. */
  use?: boolean | null | undefined
  /** What the page that asks knows its change by. */
  idempotencyKey?: string | null | undefined
}

/** Changes of a text in the same transaction name the request (057). */
export const askedBy = (request: string | null | undefined): Statement => ({
  name: 'asked_by',
  text: "select set_config('script_writer.request', $1, true)",
  values: [request ?? ''],
  answer: 'none',
})

/** What private.answer_to_use returns. */
type AnswerToUse = {
  request: string
  base_version: string | null
  base: string | null
  answer: string
  mode: 'change' | 'ask'
  target_start: number | null
  target_end: number | null
  alternatives: number | null
}
/** What using an answer does to the text of its branch. */
type UsedAnswer = {
  message: string
  /** Missing if it was used already, or would never change anything; null if it changes nothing now. */
  text?: string | null
  others?: string[]
  withheld?: Withheld | null
  partly_applied?: boolean
  changes?: AnswerChanges | null
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
  async show(
    identity: Identity,
    { conversationId, messageId, use, idempotencyKey }: BranchWanted,
  ): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      const { planned, text } = await this.#plan(identity, [conversationId, messageId, true, null])
      const used = use ? await this.#use(identity, messageId, { ...planned, text }) : null
      try {
        await asCaller(this.#pool, identity, askedBy(idempotencyKey), {
          name: 'show_branch',
          text: 'select private.show_branch($1, $2)',
          values: [conversationId, JSON.stringify({ ...planned, use: used })],
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
  ): Promise<{
    planned: PlannedBranch
    /** Of the branch. */
    text: string
    target: Target | null
    asked: AskedBefore | null
  }> {
    const [outcome] = await asReader(this.#pool, identity, {
      name: 'plan_branch',
      text: 'select * from private.plan_branch($1, $2, $3, $4)',
      values: [...values],
    })
    const plan = outcome?.rows[0] as Plan | undefined
    if (!plan) throw new Error('no row from plan_branch')
    const { leaf, shown_leaf, text_hash, text, steps, asked } = plan
    const history = steps && bounded(steps)
    const followed = await this.#follow(identity, history, { text, target, asked })
    return {
      planned: {
        leaf,
        shown_leaf,
        text_hash,
        left_text: followed.left.length === 0 ? null : followed.leftText,
        text: followed.returned.length === 0 ? null : followed.text,
        left: followed.left,
        returned: followed.returned,
        kept_lines: followed.keptLines,
      },
      text: followed.text,
      target: followed.targets[0] ?? null,
      asked: asked && {
        target: followed.targets[1] ?? null,
        mode: asked.mode,
        alternatives: asked.alternatives,
      },
    }
  }

  /** Applies the one of two compared answers that the writer chose, to the script as it is now. */
  async #use(
    identity: Identity,
    message: string,
    {
      text,
      text_hash,
      kept_lines,
    }: Pick<PlannedBranch, 'text_hash' | 'kept_lines'> & { text: string },
  ): Promise<UsedAnswer> {
    const [outcome] = await asReader(this.#pool, identity, {
      name: 'answer_to_use',
      text: 'select * from private.answer_to_use($1)',
      values: [message],
    })
    const found = outcome?.rows[0] as AnswerToUse | undefined
    if (!found) return { message }
    const { base, base_version, target_start: start, target_end: end } = found
    // The versions of a deleted script are gone.
    if (base_version !== null && base === null)
      return { message, text: null, withheld: 'script_deleted', partly_applied: false }
    const judged: Judged = {
      base: base ?? '',
      request: found.request,
      answer: found.answer,
      // An answer that was cut off is withheld when it ends, so it cannot be chosen here.
      finish: 'complete',
      mode: found.mode,
      target: start === null || end === null ? null : { start, end },
      alternatives: found.alternatives,
    }
    const person = String(identity.claims['sub'])
    const { outcome: judgement } = await this.#texts.do(person, 'judge', { judged, read: null })
    const working = { text, text_hash, is_another: false, replaced: null }
    const question = { judged, outcome: judgement, working, gaveUp: null }
    const applied = await this.#texts.do(person, 'apply', question)
    if (!applied) throw new Error('no branch is replaced')
    const { application, changes } = applied
    return {
      message,
      text: application.newText,
      others: application.otherTexts,
      withheld: application.withheld,
      partly_applied: application.partlyApplied || (kept_lines && application.newText !== null),
      changes,
    }
  }

  /** What the answers that move make of the text, and where the targets are in the one that is left. */
  async #follow(
    identity: Identity,
    history: BranchHistory | null,
    wanted: Pick<Plan, 'text' | 'asked'> & { target: Target | null },
  ): Promise<NonNullable<TaskResult<'follow'>>> {
    const { text, target, asked } = wanted
    const version = asked?.version ?? null
    const texts = await this.#versions(identity, [
      ...(history ? textsNeeded(history) : []),
      ...(version === null ? [] : [version]),
    ])
    const before = texts.get(version ?? '')
    const askedTarget =
      before === undefined || !asked || asked.start === null || asked.end === null
        ? null
        : { before, start: asked.start, end: asked.end }
    const targets = [target && { before: text, ...target }, askedTarget]
    const person = String(identity.claims['sub'])
    const followed = await this.#texts.do(person, 'follow', { text, history, texts, targets })
    // Then what is known of the changes is not used.
    return followed ?? this.#follow(identity, history && withoutChanges(history), wanted)
  }

  async #versions(identity: Identity, ids: string[]): Promise<VersionTexts> {
    if (ids.length === 0) return new Map()
    const [outcome] = await asReader(this.#pool, identity, {
      name: 'branch_versions',
      text: `select id, public.version_text(id) as text from unnest($1::uuid[]) as id`,
      values: [`{${ids.join()}}`],
    })
    const rows = (outcome?.rows ?? []) as { id: string; text: string }[]
    return new Map(rows.map(({ id, text }) => [id, text]))
  }
}
