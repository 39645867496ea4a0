import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Textarea } from '../../ui/form/textarea.tsx'
import { linkStyle } from '../../ui/button/button-style.ts'

export function FieldsSection() {
  const [title, setTitle] = useState('')
  const [checked, setChecked] = useState(false)
  const error = checked && title.trim() === '' ? 'Script title cannot be empty.' : undefined

  return (
    <Card>
      <CardHeader>
        <CardTitle>Fields</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-5">
        <Field
          label="Email"
          hint="Only administrators see it."
          action={
            <a href="#fields" className={`${linkStyle} text-md`}>
              Forgot password?
            </a>
          }
        >
          <Input type="email" autoComplete="off" defaultValue="mara@example.com" />
        </Field>
        <Field label="Script name" error="Script title cannot be empty. Please enter a title.">
          <Input placeholder="Enter script name..." />
        </Field>
        <Field label="Disabled">
          <Input disabled defaultValue="Not now" />
        </Field>
        <Field label="Idea" hint="Two or three sentences are enough.">
          <Textarea placeholder="Describe what happens next…" />
        </Field>
        <form
          noValidate
          className="flex flex-col gap-4 border-t border-line pt-5"
          onSubmit={(event) => {
            event.preventDefault()
            setChecked(true)
          }}
        >
          <Field label="Title to check" error={error}>
            <Input value={title} onChange={(event) => setTitle(event.target.value)} />
          </Field>
          <Button type="submit" className="self-start touch:w-full">
            Check
          </Button>
        </form>
      </CardBody>
    </Card>
  )
}
