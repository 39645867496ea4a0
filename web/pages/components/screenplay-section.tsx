import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'

export function ScreenplaySection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Screenplay</CardTitle>
      </CardHeader>
      <CardBody>
        <div className="screenplay mx-auto py-3">
          <p data-element="scene-heading">Int. Tram 28 - Night</p>
          <p>Rain on every window. INÊS, 40s, wet coat, counts the stops on her fingers.</p>
          <p data-element="character">Inês</p>
          <p data-element="dialogue">You're early.</p>
          <p data-element="character">Rui</p>
          <p data-element="parenthetical">(smiling at the rain)</p>
          <p data-element="dialogue">
            You always said I was late. I thought I'd try the <em>other</em> thing.
          </p>
          <p data-element="transition">Cut to:</p>
        </div>
      </CardBody>
    </Card>
  )
}
