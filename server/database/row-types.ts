// Generated from the migrations by `npm run generate:tables`: do not edit.

/** The rows that functions take in place of many parameters. */
export type RowTypes = {
  authorship_progress: {
    algorithm: number | null
    answers: number | null
    answers_hash: string | null
    chain_hash: string | null
    versions: number | null
  }
  connection_given: {
    base_url: string | null
    id: string | null
    kind: string | null
    name: string | null
    new_key: string | null
    removes_key: boolean | null
    seen: number | null
  }
  failed_generation: {
    already: number | null
    attempt: number | null
    code: string | null
    job_id: string | null
    model: string | null
    more: string | null
    sentence: string | null
  }
  generation_request: {
    alternatives: number | null
    begins: boolean | null
    branch: unknown
    continues: string | null
    conversation_id: string | null
    current_script: string | null
    idempotency_key: string | null
    message_id: string | null
    mode: string | null
    model_id: string | null
    prompt: string | null
    revision: number | null
    scope: string | null
    script_id: string | null
    target_end: number | null
    target_start: number | null
  }
  part_read: {
    attempt: number | null
    cached_input_tokens: number | null
    context: unknown
    input_tokens: number | null
    job_id: string | null
    lease: string | null
    model: string | null
    output_tokens: number | null
    part: number | null
    scenes: string[] | null
  }
  reading_request: {
    idempotency_key: string | null
    model_id: string | null
    name: string | null
    parts: unknown
    reader: string | null
    scope: unknown
    text_hash: string | null
    work_id: string | null
  }
  written_answer: {
    attempt: number | null
    cached_input_tokens: number | null
    changes: unknown
    first_text: string | null
    input_tokens: number | null
    job_id: string | null
    judged_hash: string | null
    model: string | null
    new_text: string | null
    other_texts: string[] | null
    output_tokens: number | null
    partly_applied: boolean | null
    result: string | null
    script: string | null
    withheld: string | null
    written: string | null
  }
}
