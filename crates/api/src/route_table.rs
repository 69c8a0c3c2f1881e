//! Routes with their documentation, as one type for all handlers.
//!
//! The router, its layers and its services are generic over the handler. With the type of each handler they would be compiled
//! once for each of them, which took a third of this crate's build.

use crate::App;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures_util::future::BoxFuture;
use std::sync::Arc;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa_axum::PathItemExt;
use utoipa_axum::router::UtoipaMethodRouter;

/// Handlers of one path, each described by `#[utoipa::path]`. As `utoipa_axum::routes!`, which describes them.
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        let mut routes = utoipa_axum::router::UtoipaMethodRouter::<$crate::App>::default();
        $({
            let mut schemas = Vec::new();
            let described = utoipa_axum::routes!(@resolve_types $handler : schemas);
            routes.0.append(&mut schemas);
            $crate::route_table::add(&mut routes, described, &$crate::route_table::AnyHandler::of($handler));
        })+
        routes
    }};
}

pub(crate) use routes;

/// A handler without its type.
#[derive(Clone)]
pub(crate) struct AnyHandler(Arc<dyn Fn(Request, App) -> BoxFuture<'static, Response> + Send + Sync>);

impl AnyHandler {
    pub(crate) fn of<T, H>(handler: H) -> Self
    where
        T: 'static,
        H: Handler<T, App, Future = BoxFuture<'static, Response>> + Sync,
    {
        Self(Arc::new(move |request, app| handler.clone().call(request, app)))
    }
}

impl Handler<(), App> for AnyHandler {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// Adds a handler with its path, its operation and the methods for which it is called.
pub(crate) fn add(
    (_, paths, router): &mut UtoipaMethodRouter<App>,
    (path, operation, methods): (String, Operation, Vec<HttpMethod>),
    handler: &AnyHandler,
) {
    for method in &methods {
        *router = std::mem::take(router).on(method.to_method_filter(), handler.clone());
    }
    paths.add_path_operation(path, methods, operation);
}
