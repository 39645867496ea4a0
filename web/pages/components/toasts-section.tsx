import { Button } from '../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { showToast } from '../../ui/feedback/toast.ts'

export function ToastsSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Toasts</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-wrap gap-2">
        <Button
          onClick={() =>
            showToast({
              title: 'Processing...',
              message:
                'The request is taking longer than expected but may still be processing. Please wait...',
            })
          }
        >
          Information
        </Button>
        <Button
          onClick={() =>
            showToast({
              kind: 'success',
              title: 'Success!',
              message: 'Your script has been saved successfully.',
            })
          }
        >
          Success
        </Button>
        <Button
          onClick={() =>
            showToast({
              kind: 'error',
              title: 'Save Error',
              message: 'Network error. Please check your connection and try again.',
            })
          }
        >
          Failure
        </Button>
      </CardBody>
    </Card>
  )
}
