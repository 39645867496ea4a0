import type { AbuseFixture, Person } from './fixture.ts'

/** Messages of almost 1 MB each, in a conversation of this person. */
export async function writeLongMessages(
  fixture: AbuseFixture,
  as: Person,
  count: number,
  content = 'x'.repeat(1024 * 1024),
): Promise<void> {
  const conversation = await fixture.request('/rest/v1/rpc/start_conversation', {
    method: 'POST',
    as,
    body: { prompt: 'A long one' },
  })
  if (!conversation.ok) throw new Error(await conversation.text())
  const [started] = (await conversation.json()) as { conversation_id: string }[]
  for (let n = 0; n < count; n += 1) {
    const answer = await fixture.request('/rest/v1/chat_messages', {
      method: 'POST',
      as,
      body: { conversation_id: started?.conversation_id, type: 'user', content },
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
}
