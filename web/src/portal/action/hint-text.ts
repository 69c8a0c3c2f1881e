// The hints of config fields in Spanish, by their English text, which comes from the service. Pure.

/** What several action types have. */
const COMMON: Record<string, string> = {
  "Operation and its options.": "Operación y sus opciones.",
  "Operation.": "Operación.",
  "Template of the subject.": "Plantilla del asunto.",
  "Template of the HTML body. Values are escaped.": "Plantilla del cuerpo HTML. Los valores se escapan.",
  "Template of the plain text body. Default: created from `Html`.":
    "Plantilla del cuerpo de texto simple. Predeterminado: se crea a partir de `Html`.",
  "Timeout of the call in seconds, 1 to 300. Default: 30.":
    "Tiempo límite de la llamada en segundos, de 1 a 300. Predeterminado: 30.",
  "Accepted, as in every action, but not used.": "Se acepta, como en toda acción, pero no se usa.",
};

const SQL: Record<string, string> = {
  "Minimum number of rows.": "Número mínimo de filas.",
  "Maximum number of rows.": "Número máximo de filas.",
  "For `Merge`: columns that identify a row. Default: the first of Id, Key and Name that source rows and table have.":
    "Para `Merge`: columnas que identifican una fila. Predeterminado: la primera de Id, Key y Name que tengan las filas de origen y la tabla.",
  "Columns or parameters with fixed values.": "Columnas o parámetros con valores fijos.",
  "Columns or parameters, each with the path of its value.": "Columnas o parámetros, cada uno con la ruta de su valor.",
  "Table, view or procedure, such as `LightningStrike` or `data.LightningStrike`.":
    "Tabla, vista o procedimiento, como `LightningStrike` o `data.LightningStrike`.",
  "Path of the source rows in the context, such as `$.Extract.Items`.":
    "Ruta de las filas de origen en el contexto, como `$.Extract.Items`.",
  "Context key for the output. Default: `$.Query` for `Query`, `$.Execute` for `Execute`.":
    "Clave del contexto para el resultado. Predeterminado: `$.Query` para `Query`, `$.Execute` para `Execute`.",
  "Removes source rows that are equal in every column.":
    "Quita las filas de origen que son iguales en todas las columnas.",
  "Expected number of rows. The action fails for any other number.":
    "Número esperado de filas. La acción falla con cualquier otro número.",
  "The procedure or table stores lightning strikes: the watcher counts as a source of the strike feed. Not needed for `Merge` and `Insert` into `data.LightningStrike`.":
    "El procedimiento o la tabla guarda rayos: el monitor cuenta como fuente de datos de rayos. No se necesita para `Merge` e `Insert` en `data.LightningStrike`.",
};

const DATA_AND_CONDITION: Record<string, string> = {
  "For `Set`: keys and values.": "Para `Set`: claves y valores.",
  "For `Copy`: keys, each with the path of its value, such as `$.Message.From`.":
    "Para `Copy`: claves, cada una con la ruta de su valor, como `$.Message.From`.",
  "For `Remove`: one key or a list of keys.": "Para `Remove`: una clave o una lista de claves.",
  "Sets each key of `Data`.": "Asigna cada clave de `Data`.",
  "Sets each key of `FieldMap` to the value at its path.": "Asigna a cada clave de `FieldMap` el valor de su ruta.",
  "Removes the keys in `Op.Target`.": "Quita las claves de `Op.Target`.",
  "Comparisons: all or any of them must match.": "Comparaciones: deben cumplirse todas o alguna de ellas.",
  "What to do if the condition is met.": "Qué hacer si se cumple la condición.",
  "Continues if the condition is met, ends the run otherwise.":
    "Continúa si se cumple la condición; si no, termina la ejecución.",
  "Ends the run if the condition is met, continues otherwise.":
    "Termina la ejecución si se cumple la condición; si no, continúa.",
  "All of these must match.": "Deben cumplirse todas.",
  "At least one of these must match.": "Debe cumplirse al menos una.",
  "Path in the context, such as `$.Extract.Count`. If it matches several values, one match is enough.":
    "Ruta en el contexto, como `$.Extract.Count`. Si corresponde a varios valores, basta con uno.",
  "Operator.": "Operador.",
  "Value to compare with. `In` takes a list, `Matches` a regular expression; `Exists` and `Missing` take none.":
    "Valor con el que se compara. `In` usa una lista; `Matches`, una expresión regular; `Exists` y `Missing`, ninguno.",
  "Equal. Numbers compare as numbers, times as instants, text with case.":
    "Igual. Los números se comparan como números, las horas como instantes y el texto con mayúsculas y minúsculas.",
  "Not equal, or no value.": "Distinto o sin valor.",
  "Larger, later, or after it in text order.": "Mayor, posterior o después en el orden alfabético.",
  "Larger or equal.": "Mayor o igual.",
  "Smaller, earlier, or before it in text order.": "Menor, anterior o antes en el orden alfabético.",
  "Smaller or equal.": "Menor o igual.",
  "A text contains this part, or a list this element.": "Un texto contiene esta parte, o una lista este elemento.",
  "A text starts with this.": "Un texto empieza con esto.",
  "A text ends with this.": "Un texto termina con esto.",
  "A regular expression matches anywhere in the text.": "Una expresión regular coincide en cualquier parte del texto.",
  "The value is in a list.": "El valor está en una lista.",
  "There is a value other than null.": "Hay un valor distinto de null.",
  "There is no value, or null.": "No hay valor, o es null.",
};

const HTTP_AND_CHAT: Record<string, string> = {
  "Facts below the text with fixed values.": "Datos debajo del texto con valores fijos.",
  "Facts below the text, each with the path of its value.": "Datos debajo del texto, cada uno con la ruta de su valor.",
  "Chat platform.": "Plataforma de chat.",
  "Webhook URL. Default: the secret of the action's credential.":
    "URL del webhook. Predeterminado: el secreto de la credencial de la acción.",
  "Title above the text. Can contain placeholders such as `{{ $.Path }}`.":
    "Título encima del texto. Puede contener marcadores como `{{ $.Path }}`.",
  "Message text. Can contain placeholders.": "Texto del mensaje. Puede contener marcadores.",
  "Fields of the body with fixed values.": "Campos del cuerpo con valores fijos.",
  "Fields of the body, each with the path of its value.": "Campos del cuerpo, cada uno con la ruta de su valor.",
  "HTTP method.": "Método HTTP.",
  "URL. Path and query can contain placeholders such as `{{ $.Path }}`.":
    "URL. La ruta y la consulta pueden contener marcadores como `{{ $.Path }}`.",
  "Context key for the response, stored as `{Status, Body}`. Default: `$.Http`.":
    "Clave del contexto para la respuesta, que se guarda como `{Status, Body}`. Predeterminado: `$.Http`.",
  "Additional headers. Values can contain placeholders.":
    "Encabezados adicionales. Los valores pueden contener marcadores.",
  "Status codes that count as success. Default: 2xx.": "Códigos de estado que cuentan como éxito. Predeterminado: 2xx.",
  "How the action's credential is sent. Default: `Bearer`.":
    "Cómo se envía la credencial de la acción. Predeterminado: `Bearer`.",
};

const WORK_ORDER: Record<string, string> = {
  "Attributes of the order with fixed values.": "Atributos de la orden con valores fijos.",
  "Attributes of the order, each with the path of its value.":
    "Atributos de la orden, cada uno con la ruta de su valor.",
  "URL of the GeoReport v2 endpoint, without `/requests.json`. Default: the order is stored in `it.WorkOrder`.":
    "URL del servicio GeoReport v2, sin `/requests.json`. Predeterminado: la orden se guarda en `it.WorkOrder`.",
  "Jurisdiction, if the endpoint serves several cities.": "Jurisdicción, si el servicio atiende a varias ciudades.",
  "Code of the service, 1 to 100 characters.": "Código del servicio, de 1 a 100 caracteres.",
  "Description of the work.": "Descripción del trabajo.",
  "Address as text.": "Dirección como texto.",
  "Address as an id of the endpoint.": "Dirección como identificador del servicio.",
  "Latitude in degrees.": "Latitud en grados.",
  "Longitude in degrees.": "Longitud en grados.",
  "Email address of the requester.": "Correo electrónico del solicitante.",
  "First name of the requester.": "Nombre del solicitante.",
  "Last name of the requester.": "Apellido del solicitante.",
  "Phone number of the requester.": "Teléfono del solicitante.",
  "URL of an image.": "URL de una imagen.",
  "Context key for the id of the order. Default: `$.WorkOrder`.":
    "Clave del contexto para el identificador de la orden. Predeterminado: `$.WorkOrder`.",
};

const EMAIL: Record<string, string> = {
  "Template variables with fixed values.": "Variables de la plantilla con valores fijos.",
  "Template variables, each with the path of its value.":
    "Variables de la plantilla, cada una con la ruta de su valor.",
  "Limits how often emails are sent, and sends an all-clear email. Default: an email for every message.":
    "Limita la frecuencia de los correos y envía un correo de fin de la alerta. Predeterminado: un correo por cada mensaje.",
  "Minutes between two emails, 0 to 1440, or the path of that number. A status change is sent at once.":
    "Minutos entre dos correos, de 0 a 1440, o la ruta de ese número. Un cambio de estado se envía de inmediato.",
  "Danger radius in miles, or its path. Default: that of each facility's policy.":
    "Radio de peligro en millas, o su ruta. Predeterminado: el de la política de cada instalación.",
  "Danger window in minutes, or its path. Default: that of each facility's policy.":
    "Período de peligro en minutos, o su ruta. Predeterminado: el de la política de cada instalación.",
  "All-clear window in minutes, or its path. Default: that of each facility's policy.":
    "Espera sin rayos en minutos, o su ruta. Predeterminado: la de la política de cada instalación.",
  "Email that is sent when every facility is clear again. Default: none.":
    "Correo que se envía cuando todas las instalaciones están despejadas de nuevo. Predeterminado: ninguno.",
  "Minutes that every facility must have been clear, because strikes are reported with a delay. Default: 2.":
    "Minutos que todas las instalaciones deben llevar despejadas, porque los rayos se reportan con demora. Predeterminado: 2.",
  "Transport. Default: `Smtp`.": "Transporte. Predeterminado: `Smtp`.",
  "Sender address; with `Graph` the sending mailbox. Default: `smtp.from`. `From` in the context takes precedence.":
    "Dirección del remitente; con `Graph`, el buzón que envía. Predeterminado: `smtp.from`. `From` en el contexto tiene prioridad.",
  "Recipients. Can contain placeholders. `To` in the context takes precedence.":
    "Destinatarios. Puede contener marcadores. `To` en el contexto tiene prioridad.",
  "Recipients of a copy.": "Destinatarios de una copia.",
  "Addresses for replies.": "Direcciones para las respuestas.",
  "Template of the subject. `Subject` in the context takes precedence.":
    "Plantilla del asunto. `Subject` en el contexto tiene prioridad.",
};

const EXTRACT: Record<string, string> = {
  "The operation, its input text and its output key.": "La operación, su texto de entrada y su clave de salida.",
  "How the text is split into records.": "Cómo se divide el texto en reportes.",
  "The fields of each record, by name.": "Los campos de cada reporte, por nombre.",
  "The operation.": "La operación.",
  "Context path of the text. `$.BodyText` is the readable text. `$._RawBody` is the raw body; if the message is HTML, tags are removed from values and entities decoded. `$.Attachments[0].Text` is the text of the first attachment.":
    "Ruta del texto en el contexto. `$.BodyText` es el texto legible. `$._RawBody` es el cuerpo sin procesar; si el mensaje es HTML, se quitan las etiquetas de los valores y se decodifican las entidades. `$.Attachments[0].Text` es el texto del primer archivo adjunto.",
  "The top-level context key that receives `Items` and `Count`. Nested keys are not supported.":
    "La clave del primer nivel del contexto que recibe `Items` y `Count`. No se admiten claves anidadas.",
  "If true, the action fails when a record starts inside another record, or when other text looks like a strike that no record reads. Otherwise the log and the step's result report it.":
    "Si es verdadero, la acción falla cuando un reporte empieza dentro de otro, o cuando otro texto parece un rayo que ningún reporte lee. De lo contrario, lo informan el registro y el resultado del paso.",
  "Regular expression for the start of a record. The match is part of the record.":
    "Expresión regular para el inicio de un reporte. Lo que coincide forma parte del reporte.",
  "Regular expression for the end of a record. The match is not part of the record. If omitted, a record extends to the next start.":
    "Expresión regular para el final de un reporte. Lo que coincide no forma parte del reporte. Si se omite, un reporte llega hasta el siguiente inicio.",
  "Regular expression that a record must match. Other records are skipped without an error.":
    "Expresión regular que un reporte debe cumplir. Los demás reportes se omiten sin error.",
  "Regular expression for text that looks like a strike but is not one, such as the center of the area. Lines that it matches are not reported as unread.":
    "Expresión regular para un texto que parece un rayo pero no lo es, como el centro del área. Las líneas que coinciden no se informan como sin leer.",
  "The line with the names of the columns, such as `Name,Timestamp,Type,Latitude,Longitude`. It is not a record. A text without this line fails: its columns may be in another order. Case, spaces and quotation marks do not matter.":
    "La línea con los nombres de las columnas, como `Name,Timestamp,Type,Latitude,Longitude`. No es un reporte. Un texto sin esta línea falla: sus columnas pueden estar en otro orden. No importan las mayúsculas, los espacios ni las comillas.",
  "Regular expression for the value: its first group, or the whole match if it has no group.":
    "Expresión regular para el valor: su primer grupo, o toda la coincidencia si no tiene grupos.",
  "The type of the value.": "El tipo del valor.",
  "Format of a `datetime`: `M/d/yyyy h:mm:ss tt zzz` as in .NET, or `%m/%d/%Y %H:%M:%S %z` as in strftime. If omitted, ISO 8601 or the mail date format (RFC 2822).":
    "Formato de un `datetime`: `M/d/yyyy h:mm:ss tt zzz` como en .NET, o `%m/%d/%Y %H:%M:%S %z` como en strftime. Si se omite, ISO 8601 o el formato de fecha del correo (RFC 2822).",
  "If true, the action fails when a record has no valid value. Otherwise the value is null.":
    "Si es verdadero, la acción falla cuando un reporte no tiene un valor válido. De lo contrario, el valor es null.",
  "Time zone of a `datetime` without an offset, such as `America/Chicago`. UTC if omitted.":
    "Zona horaria de un `datetime` sin diferencia horaria, como `America/Chicago`. UTC si se omite.",
  "Decimal separator of a `number`: `.` or `,`. Coordinates accept both.":
    "Separador decimal de un `number`: `.` o `,`. Las coordenadas aceptan ambos.",
  'What letters or words of a `latitude` or `longitude` mean: `{"O": "W"}` for a vendor that writes O for west. The meaning is N, S, E or W.':
    'Qué significan las letras o palabras de una `latitude` o `longitude`: `{"O": "W"}` para un proveedor que escribe O por oeste. El significado es N, S, E o W.',
  "Values to store for texts of the mail, such as `CG` for `ground`. Case and surrounding spaces do not matter. A text that is not listed is an error unless there is a `MapDefault`.":
    "Valores que se guardan en lugar de textos del correo, como `CG` para `ground`. No importan las mayúsculas ni los espacios alrededor. Un texto que no aparece es un error, salvo que haya un `MapDefault`.",
  "The value for texts that `Map` does not list.": "El valor para los textos que no aparecen en `Map`.",
  "Text.": "Texto.",
  "A number.": "Un número.",
  "True or false, also written as yes/no, on/off or 1/0.":
    "Verdadero o falso, también escrito como yes/no, on/off o 1/0.",
  "A point in time, returned as RFC 3339 in UTC.": "Un momento, que se devuelve como RFC 3339 en UTC.",
  "Degrees with a sign or a letter, such as `-34.7283`, `34.7283 S` or `34°43'42\"S`. Returned as a signed decimal.":
    "Grados con signo o letra, como `-34.7283`, `34.7283 S` o `34°43'42\"S`. Se devuelve como decimal con signo.",
  "Degrees with a sign or a letter, such as `-86.5477`, `86.5477 W` or `86°32'52\"W`. Returned as a signed decimal.":
    "Grados con signo o letra, como `-86.5477`, `86.5477 W` o `86°32'52\"W`. Se devuelve como decimal con signo.",
};

export const SPANISH_HINTS: Readonly<Record<string, string>> = {
  ...COMMON,
  ...SQL,
  ...DATA_AND_CONDITION,
  ...HTTP_AND_CHAT,
  ...WORK_ORDER,
  ...EMAIL,
  ...EXTRACT,
};
