// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Field } from '../../../web/ui/form/field.tsx'
import { Input } from '../../../web/ui/form/input.tsx'

afterEach(cleanup)

function textsOf(ids: string | null): (string | null | undefined)[] {
  return (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
}

test('the label names its control', () => {
  render(
    <Field label="Email">
      <Input type="email" />
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  expect(input.getAttribute('type')).toBe('email')
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(input.hasAttribute('aria-describedby')).toBe(false)
})

test('hint and error describe the control, the error first', () => {
  render(
    <Field label="Email" hint="Work address" error="Please enter a valid email address.">
      <Input />
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(textsOf(input.getAttribute('aria-describedby'))).toEqual([
    'Please enter a valid email address.',
    'Work address',
  ])
})

function titleField(error?: string) {
  return (
    <Field label="Title" error={error}>
      <Input />
    </Field>
  )
}

test('an error that appears later is announced, and disappears when it is fixed', () => {
  const { rerender, container } = render(titleField())
  const live = container.querySelector('[aria-live="polite"]')
  expect(live?.textContent).toBe('')

  rerender(titleField('Please enter a title.'))
  expect(live?.textContent).toBe('Please enter a title.')

  rerender(titleField())
  expect(live?.textContent).toBe('')
  expect(screen.getByLabelText('Title').hasAttribute('aria-describedby')).toBe(false)
})

test('two fields never share an id', () => {
  render(
    <>
      <Field label="New Password">
        <Input />
      </Field>
      <Field label="Confirm New Password">
        <Input />
      </Field>
    </>,
  )
  expect(screen.getByLabelText('New Password').id).not.toBe(
    screen.getByLabelText('Confirm New Password').id,
  )
})
