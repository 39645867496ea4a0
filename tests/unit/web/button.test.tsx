// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { SubmitEventHandler } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from '../../../web/ui/button/button.tsx'
import { Input } from '../../../web/ui/form/input.tsx'

afterEach(cleanup)

test('a busy button is announced as busy, keeps its focus and ignores clicks', async () => {
  const user = userEvent.setup()
  const act = vi.fn<() => void>()
  render(
    <Button busy onClick={act}>
      Saving...
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Saving...' })
  expect(button.getAttribute('aria-busy')).toBe('true')
  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{Enter}')
  await user.click(button)
  expect(act).not.toHaveBeenCalled()
})

test('a form is not submitted again while its button is busy', async () => {
  const user = userEvent.setup()
  const send = vi.fn<SubmitEventHandler>((event) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={send}>
      <Input aria-label="Title" />
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await user.type(screen.getByLabelText('Title'), 'Salt{Enter}')
  expect(send).toHaveBeenCalledTimes(1)

  rerender(form(true))
  await user.type(screen.getByLabelText('Title'), '{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
})
