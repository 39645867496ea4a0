import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

export function ButtonsSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Buttons</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-2">
            <Button variant={variant} className="capitalize">
              <Plus aria-hidden="true" />
              {variant}
            </Button>
            <Button variant={variant} busy>
              <Plus aria-hidden="true" />
              Saving...
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} size="icon" aria-label={`Delete (${variant})`}>
              <Trash2 aria-hidden="true" />
            </Button>
            <Button variant={variant} size="icon" busy aria-label={`Deleting (${variant})`}>
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        ))}
      </CardBody>
    </Card>
  )
}
