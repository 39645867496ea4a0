import { createBrowserRouter, Outlet, type RouteObject } from 'react-router'
import { messages } from '../messages.ts'
import { HomePage } from '../pages/home-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'
import { ErrorPage } from './error-page.tsx'

// The condition is a constant of the build: the published app does not contain the page.
const developmentRoutes: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/components',
        lazy: async () => {
          const { ComponentsPage } = await import('../pages/components-page.tsx')
          return { Component: ComponentsPage }
        },
      },
    ]
  : []

export const router = createBrowserRouter([
  {
    element: <Outlet />,
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <PageSpinner label={messages.common.loading} />,
    children: [
      { path: '/', Component: HomePage },
      ...developmentRoutes,
      { path: '*', Component: NotFoundPage },
    ],
  },
])
