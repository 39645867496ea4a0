// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { ConfirmDialog } from '../../../web/ui/overlay/confirm-dialog.tsx'
import { useLastShown } from '../../../web/ui/overlay/use-focus-return.ts'

afterEach(cleanup)

type Confirm = () => Promise<void>
type Work = { onConfirm: () => Promise<unknown>; onFailure?: (error: unknown) => string }

function unexpected(error: unknown): never {
  throw new Error('The work must not fail here.', { cause: error })
}

function Example({ onConfirm, onFailure = unexpected }: Work) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      danger
      title="Delete script"
      description="This action cannot be undone."
      cancelLabel="No"
      confirmLabel="Yes"
      onConfirm={onConfirm}
      onFailure={onFailure}
    />
  )
}

const dialog = () => screen.queryByRole('alertdialog')
const yes = () => screen.getByRole('button', { name: 'Yes' })

test('the dialog has a name and a description, and Cancel has the initial focus', () => {
  render(<Example onConfirm={vi.fn<Confirm>()} />)
  screen.getByRole('alertdialog', {
    name: 'Delete script',
    description: 'This action cannot be undone.',
  })
  expect(document.activeElement?.textContent).toBe('No')
})

test('it is busy while the action runs, ignores Esc, and closes when the action is done', async () => {
  const user = userEvent.setup()
  const work = Promise.withResolvers<void>()
  const onConfirm = vi.fn<Confirm>(() => work.promise)
  render(<Example onConfirm={onConfirm} />)

  await user.click(yes())
  expect(yes().getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole('button', { name: 'No' }).hasAttribute('disabled')).toBe(true)

  await user.click(yes())
  await user.keyboard('{Escape}')
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(dialog()).not.toBeNull()

  work.resolve()
  await waitFor(() => expect(dialog()).toBeNull())
})

test('a failure is reported and the dialog stays open for another attempt', async () => {
  const user = userEvent.setup()
  const failure = new Error('offline')
  const onFailure = vi.fn<(error: unknown) => string>(() => 'The server is away.')
  const onConfirm = vi.fn<Confirm>().mockRejectedValueOnce(failure).mockResolvedValue()
  render(<Example onConfirm={onConfirm} onFailure={onFailure} />)

  await user.click(yes())
  await waitFor(() => expect(yes().hasAttribute('aria-busy')).toBe(false))
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(failure)
  expect(dialog()?.textContent).toContain('The server is away.')

  await user.click(yes())
  await waitFor(() => expect(dialog()).toBeNull())
})

test('Esc and Cancel close it without running the action', async () => {
  const user = userEvent.setup()
  const onConfirm = vi.fn<Confirm>()
  const { unmount } = render(<Example onConfirm={onConfirm} />)
  await user.keyboard('{Escape}')
  expect(dialog()).toBeNull()
  unmount()

  render(<Example onConfirm={onConfirm} />)
  await user.click(screen.getByRole('button', { name: 'No' }))
  expect(dialog()).toBeNull()
  expect(onConfirm).not.toHaveBeenCalled()
})

function Rows({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names)
  const [asked, setAsked] = useState<string>()
  const shown = useLastShown(asked)
  return (
    <main>
      {left.length > 0 && (
        <table>
          <tbody>
            {left.map((name) => (
              <tr key={name}>
                <td>
                  <button type="button" onClick={() => setAsked(name)}>
                    {name}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title="Delete row"
        subject={shown}
        description="This action cannot be undone."
        cancelLabel="No"
        confirmLabel="Yes"
        onConfirm={async () => setLeft(left.filter((name) => name !== asked))}
        onFailure={unexpected}
      />
      <output>{shown}</output>
    </main>
  )
}

test('the focus returns to the button, or to the row that takes the place of a deleted one, or to what is left', async () => {
  const user = userEvent.setup()
  render(<Rows names={['first', 'second', 'last']} />)
  const remove = async (name: string) => {
    await user.click(screen.getByRole('button', { name }))
    await user.click(yes())
    await waitFor(() => expect(dialog()).toBeNull())
  }
  await user.click(screen.getByRole('button', { name: 'first' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('first'))
  await remove('first')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('second'))
  await remove('last')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('second'))
  await remove('second')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
  expect(screen.getByRole('status').textContent).toBe('second')
})
