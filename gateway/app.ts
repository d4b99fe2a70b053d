import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import { type Resource, resources } from '#proto/common/v1/resources.contract.ts';
import type { SigningKeys } from './auth/signing-keys.ts';
import { bankStatementRoutes } from './bank-statements/bank-statement-routes.ts';
import type { Gateway } from './http/gateway.ts';
import { preflight } from './http/headers.ts';
import { HttpExchange } from './http/http-exchange.ts';
import { type Observe, observer } from './http/metrics.ts';
import { metaRoutes } from './routes/about/meta.ts';
import { referenceRoutes } from './routes/about/reference.ts';
import { wellKnownRoutes } from './routes/about/well-known.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { authRoutes } from './routes/auth.ts';
import { bomRoutes } from './routes/bom.ts';
import { canRoute } from './routes/can.ts';
import { deliveryNoteRoutes } from './routes/delivery-notes.ts';
import { eventRoutes, eventTypeRoutes } from './routes/events.ts';
import { exchangeRateRoutes } from './routes/exchange-rates.ts';
import { homeRoute } from './routes/home.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { managementAccountRoutes } from './routes/management-accounts.ts';
import { materialRequirementRoutes } from './routes/material-requirements.ts';
import { materialRoutes } from './routes/materials.ts';
import { orderRoutes } from './routes/orders.ts';
import { orgRoutes } from './routes/orgs.ts';
import { passwordRoutes } from './routes/password.ts';
import { purchaseOrderRoutes } from './routes/purchase-orders.ts';
import { allReportRoutes } from './routes/reports.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { styleRoutes } from './routes/styles.ts';
import { userRoutes } from './routes/users.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { compile } from './routing/pipeline.ts';
import { resourceRoutes } from './routing/resource-routes.ts';
import type { Route } from './routing/route.ts';
import { precedence } from './routing/route-finder.ts';

interface Options {
  publicUrl: string;
  version: string;
  signingKeys: Pick<SigningKeys, 'list'>;
}

/** Routes of resources that have more operations than the standard ones, or different ones. */
const ownRoutes = {
  material: materialRoutes,
  style: styleRoutes,
  bom: bomRoutes,
  exchange_rates: exchangeRateRoutes,
  order: orderRoutes,
  delivery_note: deliveryNoteRoutes,
  invoice: invoiceRoutes,
  purchase_order: purchaseOrderRoutes,
  bank_statement: bankStatementRoutes,
  management_account: managementAccountRoutes,
  webhook: webhookRoutes,
};

/** A resource that is neither in `ownRoutes` nor standard does not compile. */
const isOwn = (resource: Resource): resource is Extract<Resource, { name: keyof typeof ownRoutes }> =>
  Object.hasOwn(ownRoutes, resource.name);

/** Every route of the API, in the order of the API reference. */
export function allRoutes({ publicUrl, version, signingKeys }: Options): Route[] {
  const routes: Route[] = [];
  routes.push(
    ...authRoutes,
    ...sessionRoutes,
    ...passwordRoutes,
    ...invitationRoutes,
    canRoute(routes),
    ...userRoutes,
    ...orgRoutes,
    ...apiKeyRoutes,
    ...resources.flatMap((resource) => (isOwn(resource) ? ownRoutes[resource.name] : resourceRoutes(resource))),
    ...materialRequirementRoutes,
    homeRoute,
    ...allReportRoutes,
    ...eventTypeRoutes,
    ...eventRoutes,
    ...auditLogRoutes,
    ...wellKnownRoutes(signingKeys),
    ...metaRoutes({ publicUrl, version }),
  );
  routes.push(...referenceRoutes(routes, { publicUrl, version }));
  return routes;
}

/**
 * Uses only the router of Express. Our own code parses bodies and queries and makes ETags and errors, at much lower
 * cost.
 */
export function createApp(gateway: Gateway, routes: Route[]): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').disable('query parser');
  // A route has exactly one path, because a proxy in front of the gateway may filter by path, too.
  app.enable('case sensitive routing').enable('strict routing');
  for (const [path, operations] of byPath(routes)) {
    const entry = app.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of operations) {
      entry[lowerCase(operation.method)](compile(operation, gateway) as unknown as RequestHandler);
    }
    entry.all(otherMethods(gateway, path, operations));
  }
  app.get('/', frontDoor(gateway));
  app.use(noRoute(gateway));
  app.use(unreadablePath(gateway));
  return app;
}

function byPath(routes: Route[]): [string, Route[]][] {
  const groups = Object.groupBy(routes, ({ path }) => path) as Record<string, Route[]>;
  return Object.entries(groups).sort(([a], [b]) => precedence(a) - precedence(b));
}

const lowerCase = (method: Route['method']) => method.toLowerCase() as Lowercase<Route['method']>;

/** Answers OPTIONS. Refuses every other method that the path does not have with method_not_allowed. */
function otherMethods(gateway: Gateway, path: string, operations: Route[]): RequestHandler {
  const methods = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const Allow = [...methods, 'OPTIONS'].join(', ');
  const observeOptions = observer(gateway.logger, 'OPTIONS', path);
  // All other methods share one label in the metrics. Callers can invent methods, and each label would add 16 series.
  const observeOther = observer(gateway.logger, 'other', path);
  return (request, response) => {
    if (request.method === 'OPTIONS') {
      const exchange = new HttpExchange(gateway, request, response, observeOptions);
      exchange.succeed({ contentType: 'text/plain', body: '' }, { Allow, ...preflight(Allow) });
    } else {
      const observe: Observe = (status, ms, details) =>
        observeOther(status, ms, { method: request.method, ...details });
      const exchange = new HttpExchange(gateway, request, response, observe);
      exchange.fail(new AppError('method_not_allowed', 'Method not allowed'), { Allow });
    }
  };
}

/** Redirects a browser that opens `/` to the API reference. Other callers get 404 (decisions 1: Public paths). */
function frontDoor(gateway: Gateway): RequestHandler {
  const observe = observer(gateway.logger, 'GET', '/');
  return (request, response, next) => {
    if (!request.headers.accept?.includes('text/html')) next();
    else new HttpExchange(gateway, request, response, observe).redirect('/docs', { Vary: 'Accept' });
  };
}

function noRoute(gateway: Gateway): RequestHandler {
  const observe = observer(gateway.logger, 'any', 'none');
  return (request, response) => new HttpExchange(gateway, request, response, observe).fail(notFound('Route'));
}

/**
 * Answers 404 for a path whose percent encoding is broken. Express recognises an error handler by its four parameters.
 */
function unreadablePath(gateway: Gateway): ErrorRequestHandler {
  const observe = observer(gateway.logger, 'any', 'none');
  return (error, request, response, _next) => {
    const exchange = new HttpExchange(gateway, request, response, observe);
    exchange.fail(error instanceof URIError ? notFound('Route') : error);
  };
}
