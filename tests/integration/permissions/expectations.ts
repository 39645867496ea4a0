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

/** Result of sending a value for a column: free = stored, fixed = refused, kept = replaced by the database. */
export type Fate = 'free' | 'fixed' | 'kept'

export type TableExpectation = {
  select: { own: readonly Persona[]; others: readonly Persona[] }
  insert: readonly Persona[]
  update: { own: readonly Persona[]; others: readonly Persona[] }
  delete: readonly Persona[]
  /** Expected result for each column in an insert and an update. */
  columns: Record<string, readonly [insert: Fate, update: Fate]>
}

const nobody: readonly Persona[] = []
const approved: readonly Persona[] = ['writer', 'learner', 'admin', 'strongWriter']
const signedIn: readonly Persona[] = personas.filter((persona) => persona !== 'anon')

const closed = ['fixed', 'fixed'] as const
const atBirth = ['free', 'fixed'] as const
const always = ['free', 'free'] as const
const byDatabase = ['kept', 'kept'] as const

/** Everything that the exposed schema allows. A table or column missing here fails the test. */
export const expectations: Record<string, TableExpectation> = {
  profiles: {
    select: { own: signedIn, others: ['admin'] },
    insert: nobody,
    update: { own: nobody, others: ['admin'] },
    delete: nobody,
    columns: {
      id: closed,
      role: closed,
      email: closed,
      created_at: closed,
      updated_at: closed,
      approved: ['fixed', 'free'],
      learning_loop_access: ['fixed', 'free'],
      monthly_limit: ['fixed', 'free'],
    },
  },
  scripts: {
    select: { own: approved, others: nobody },
    insert: approved,
    update: { own: approved, others: nobody },
    delete: approved,
    columns: {
      id: closed,
      user_id: closed,
      title: always,
      content: always,
      created_at: ['kept', 'fixed'],
      updated_at: byDatabase,
      creation_key: atBirth,
      work_id: atBirth,
      preview: closed,
    },
  },
  saved_scripts: {
    select: { own: approved, others: nobody },
    insert: approved,
    update: { own: approved, others: nobody },
    delete: approved,
    columns: {
      id: closed,
      user_id: closed,
      script_id: always,
      saved_at: byDatabase,
      pages: ['fixed', 'free'],
      scenes: ['fixed', 'free'],
      measured_at: ['fixed', 'free'],
    },
  },
  tags: {
    select: { own: approved, others: nobody },
    insert: approved,
    update: { own: approved, others: nobody },
    delete: approved,
    columns: {
      id: closed,
      user_id: closed,
      name: always,
      color: always,
      created_at: closed,
    },
  },
  script_tags: {
    select: { own: approved, others: nobody },
    insert: approved,
    update: { own: nobody, others: nobody },
    delete: approved,
    columns: { id: closed, user_id: closed, script_id: atBirth, tag_id: atBirth },
  },
  writing_goals: {
    select: { own: approved, others: nobody },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: { user_id: closed, unit: closed, amount: closed, day: closed, typed: closed },
  },
  chat_conversations: {
    select: { own: approved, others: nobody },
    insert: approved,
    update: { own: approved, others: nobody },
    delete: approved,
    columns: {
      id: closed,
      user_id: closed,
      script_id: always,
      work_id: atBirth,
      title: always,
      created_at: closed,
      updated_at: ['fixed', 'kept'],
    },
  },
  script_drafts: {
    select: { own: approved, others: nobody },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      user_id: closed,
      work_id: closed,
      script_id: closed,
      version_id: closed,
      revision: closed,
      text_hash: closed,
      changes: closed,
      pending_origin: closed,
      pending_since: closed,
      pending_until: closed,
      created_at: closed,
      updated_at: closed,
    },
  },
  answer_reviews: {
    select: { own: approved, others: nobody },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      user_id: closed,
      work_id: closed,
      job_id: closed,
      before_version: closed,
      answer_version: closed,
      alternatives: closed,
      before_hash: closed,
      answer_hash: closed,
      kept: closed,
      ended_at: closed,
      created_at: closed,
      updated_at: closed,
    },
  },
  script_versions: {
    select: { own: approved, others: nobody },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      work_id: closed,
      script_id: closed,
      user_id: closed,
      number: closed,
      created_at: closed,
      origin: closed,
      label: closed,
      job_id: closed,
      text_hash: closed,
      chain_hash: closed,
    },
  },
  chat_messages: {
    select: { own: approved, others: nobody },
    insert: approved,
    update: { own: nobody, others: nobody },
    delete: approved,
    columns: {
      id: closed,
      conversation_id: atBirth,
      user_id: closed,
      type: closed,
      kind: closed,
      content: atBirth,
      created_at: closed,
      job_id: closed,
      used_examples: closed,
      withheld: closed,
      partly_applied: closed,
      changes: closed,
      scope: atBirth,
      used_at: closed,
      model: closed,
    },
  },
  golden_examples: {
    select: { own: approved, others: nobody },
    insert: ['learner'],
    update: { own: ['learner'], others: nobody },
    delete: ['learner'],
    columns: {
      id: closed,
      user_id: closed,
      message_id: atBirth,
      content: atBirth,
      topic: closed,
      disabled: ['fixed', 'free'],
      created_at: closed,
    },
  },
  api_usage: {
    select: { own: approved, others: ['admin'] },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: { user_id: closed, month: closed, monthly_generations: closed },
  },
  generation_jobs: {
    select: { own: approved, others: nobody },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      user_id: closed,
      conversation_id: closed,
      status: closed,
      prompt: closed,
      partial_text: closed,
      result: closed,
      error: closed,
      error_code: closed,
      created_at: closed,
      updated_at: closed,
      started_at: closed,
      finished_at: closed,
      idempotency_key: closed,
      month: closed,
      deadline_at: closed,
      attempt: closed,
      tries: closed,
      leased_until: closed,
      model: closed,
      model_label: closed,
      input_tokens: closed,
      output_tokens: closed,
      cached_input_tokens: closed,
      script: closed,
      withheld: closed,
      used_examples: closed,
    },
  },
  audit_log: {
    select: { own: ['admin'], others: ['admin'] },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      at: closed,
      actor_id: closed,
      actor_email: closed,
      action: closed,
      user_id: closed,
      user_email: closed,
      client_address: closed,
      detail: closed,
    },
  },
  invitations: {
    select: { own: ['admin'], others: ['admin'] },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      email: closed,
      invited_by: closed,
      created_at: closed,
      sent_at: closed,
      expires_at: closed,
      accepted_at: closed,
      accepted_by: closed,
      revoked_at: closed,
      revoked_by: closed,
    },
  },
  // The rows are current notices; people/notices.test.ts covers those that are not.
  notices: {
    select: { own: approved, others: approved },
    insert: nobody,
    update: { own: nobody, others: nobody },
    delete: nobody,
    columns: {
      id: closed,
      body: closed,
      starts_at: closed,
      ends_at: closed,
      for_pending: closed,
      created_by: closed,
      created_at: closed,
      updated_at: closed,
    },
  },
}
