/**
 * Who is who in the matrix. Each has a row of their own in every table, put there by the database's owner.
 * The last three have a second factor: two signed in with the password alone, one with the code too.
 */
export const personas = [
  'anon',
  'pending',
  'pendingAdmin',
  'writer',
  'learner',
  'admin',
  'weakLearner',
  'weakAdmin',
  'strongWriter',
] as const
export type Persona = (typeof personas)[number]

/**
 * Result of sending a value for a column: free = stored, fixed = refused, kept = replaced by the database, checked =
 * refused by the column's check.
 */
export type Fate = 'free' | 'fixed' | 'kept' | 'checked'

type Expected = Fate | readonly Persona[]

export type TableExpectation = {
  select: { own: readonly Persona[]; others: readonly Persona[] }
  insert: readonly Persona[]
  update: { own: readonly Persona[]; others: readonly Persona[] }
  delete: readonly Persona[]
  /**
   * Expected result for a column in an insert and an update: for all, or `free` for the listed ones alone. All
   * other columns are fixed in both.
   */
  columns: Record<string, readonly [insert: Expected, update: Expected]>
}

const nobody: readonly Persona[] = []
const approved: readonly Persona[] = ['writer', 'learner', 'admin', 'strongWriter']
const signedIn: readonly Persona[] = personas.filter((persona) => persona !== 'anon')

const atBirth = ['free', 'fixed'] as const
const later = ['fixed', 'free'] as const
const always = ['free', 'free'] as const
const byDatabase = ['kept', 'kept'] as const

/** What people see of their own and nobody changes by hand. */
const seen: TableExpectation = {
  select: { own: approved, others: nobody },
  insert: nobody,
  update: { own: nobody, others: nobody },
  delete: nobody,
  columns: {},
}
const seenByAdmins = { ...seen, select: { own: ['admin'], others: ['admin'] } } as const
/** What people keep for themselves. */
const kept: TableExpectation = {
  ...seen,
  insert: approved,
  update: { own: approved, others: nobody },
  delete: approved,
}

/** Everything that the exposed schema allows. A table missing here fails the test. */
export const expectations: Record<string, TableExpectation> = {
  profiles: {
    ...seen,
    select: { own: signedIn, others: ['admin'] },
    update: { own: nobody, others: ['admin'] },
    columns: { approved: later, learning_loop_access: later, monthly_limit: later },
  },
  scripts: {
    ...kept,
    columns: {
      title: always,
      content: always,
      created_at: ['kept', 'fixed'],
      updated_at: byDatabase,
      creation_key: atBirth,
      work_id: atBirth,
    },
  },
  saved_scripts: {
    ...kept,
    columns: {
      script_id: always,
      saved_at: byDatabase,
      pages: later,
      scenes: later,
      measured_at: later,
    },
  },
  tags: { ...kept, columns: { name: always, color: always } },
  script_tags: {
    ...kept,
    update: { own: nobody, others: nobody },
    columns: { script_id: atBirth, tag_id: atBirth },
  },
  // A row that is shared is another matter: rest/saved-prompts.test.ts.
  prompts: {
    ...kept,
    columns: { kind: atBirth, name: always, text: always, shared: [['admin'], ['admin']] },
  },
  attachments: { ...seen, delete: approved },
  story_entries: {
    ...kept,
    columns: {
      work_id: atBirth,
      kind: always,
      name: always,
      aliases: always,
      body: always,
      pinned: always,
    },
  },
  story_proposals: {
    ...seen,
    update: { own: approved, others: nobody },
    columns: { name: later, aliases: later, body: later },
  },
  script_notes: { ...kept, insert: nobody, columns: { body: later, state: later } },
  readings: seen,
  writing_goals: seen,
  chat_conversations: {
    ...kept,
    columns: {
      script_id: always,
      work_id: atBirth,
      title: always,
      updated_at: ['fixed', 'kept'],
    },
  },
  script_drafts: seen,
  answer_reviews: seen,
  script_versions: seen,
  chat_messages: {
    ...kept,
    update: { own: nobody, others: nobody },
    columns: { conversation_id: atBirth, content: atBirth, scope: atBirth, parent_id: atBirth },
  },
  golden_examples: {
    ...seen,
    insert: ['learner'],
    update: { own: ['learner'], others: nobody },
    delete: ['learner'],
    columns: {
      message_id: atBirth,
      content: atBirth,
      topic: ['checked', 'fixed'],
      disabled: later,
    },
  },
  api_usage: { ...seen, select: { own: approved, others: ['admin'] } },
  generation_jobs: seen,
  audit_log: seenByAdmins,
  invitations: seenByAdmins,
  // The rows are current notices; people/notices.test.ts covers those that are not.
  notices: { ...seen, select: { own: approved, others: approved } },
}
