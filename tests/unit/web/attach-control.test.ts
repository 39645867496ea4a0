import { expect, test, vi } from 'vitest'
import type { Attachment } from '../../../web/features/document/open-text.ts'
import { AttachControl } from '../../../web/features/chat/attachments/attach-control.ts'
import * as attaching from '../../../web/features/chat/attachments/attach-file.ts'
import { attachmentMessages as words } from '../../../web/messages/attachments.ts'
import { deliverToasts, type Toast } from '../../../web/ui/feedback/toast.ts'

type Attach = typeof attaching.attachFile

const fileOf = (name: string) => new File(['text'], name)
const attachmentOf = (id: string) => ({ id, name: id, characters: 4 }) as Attachment

function openChat(attached: number, attach: Attach) {
  const added: unknown[] = []
  const toasts: Toast[] = []
  const end = deliverToasts({ show: (toast) => toasts.push(toast), takeBack: () => undefined })
  const control = new AttachControl(async () => ({ ...attaching, attachFile: attach }))
  control.setAround({
    workId: 'work',
    place: 'chat:new',
    attached: Array.from({ length: attached }, (_, index) => attachmentOf(`before ${index}`)),
    onAdded: (workId, { id }) => added.push([workId, id]),
  })
  return { control, added, toasts, end }
}

test('files are attached one after the other, also those that are added meanwhile', async () => {
  const waiting: (number | undefined)[] = []
  const { control, added, toasts, end } = openChat(0, async ({ name }) => {
    waiting.push(control.state.get().reading?.waiting)
    if (name === 'a') void control.attach([fileOf('c')])
    return attachmentOf(name)
  })
  await control.attach([fileOf('a'), fileOf('b')])
  expect(added).toEqual([
    ['work', 'a'],
    ['work', 'b'],
    ['work', 'c'],
  ])
  expect(waiting).toEqual([1, 1, 0])
  expect([control.state.get().reading, toasts]).toEqual([null, []])
  end()
})

test('one file more than there may be is refused, and each reason is told once', async () => {
  const attach = vi.fn<Attach>(async ({ name }) =>
    name.startsWith('bad') ? 'It is empty.' : attachmentOf(name),
  )
  const { control, added, toasts, end } = openChat(19, attach)
  await control.attach(['bad 1', 'bad 2', 'a', 'b', 'c'].map(fileOf))
  expect(added).toEqual([['work', 'a']])
  expect(toasts).toMatchObject([
    { title: words.failedTitle, message: `It is empty. ${words.tooMany}` },
  ])
  end()
})

test('what is read for a text that is left ends, and the files after it are not read', async () => {
  const attach = vi.fn<Attach>(async (_file, { signal }) => {
    control.leave('another')
    expect(signal.aborted).toBe(false)
    control.leave('work')
    return signal.aborted ? null : attachmentOf('a')
  })
  const { control, added, toasts, end } = openChat(0, attach)
  await control.attach([fileOf('a'), fileOf('b')])
  expect(attach).toHaveBeenCalledTimes(1)
  expect([added, toasts]).toEqual([[], []])
  await control.attach([fileOf('a')])
  expect(attach).toHaveBeenCalledTimes(2)
  end()
})

test('a question about the letters of a file is asked and ends with it', async () => {
  const asked = { file: 'a', choices: [], answer: () => undefined }
  const { control, end } = openChat(0, async (_file, { onEncoding }) => {
    onEncoding(asked)
    expect(control.state.get().asked).toBe(asked)
    return null
  })
  await control.attach([fileOf('a')])
  expect(control.state.get().asked).toBe(undefined)
  end()
})
