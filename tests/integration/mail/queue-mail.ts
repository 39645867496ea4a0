/** A pool, or a connection within a transaction. */
type Executor = { query(text: string, values: unknown[]): Promise<unknown> }

type Content =
  | { template: 'recovery' | 'confirmation'; data: { link: string } }
  | { template: 'account_approved' | 'new_account_waiting'; data: Record<string, never> }

/** Queues a mail in the caller's transaction; the same event again queues nothing. */
export async function queueMail(
  executor: Executor,
  { event, to, template, data }: { event: string; to: string } & Content,
): Promise<void> {
  await executor.query('select private.queue_mail($1, $2, $3, $4)', [
    event,
    to,
    template,
    JSON.stringify(data),
  ])
}
