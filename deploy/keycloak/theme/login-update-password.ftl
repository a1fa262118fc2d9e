<#import "template.ftl" as layout>
<#import "form.ftl" as form>
<@layout.registrationLayout isOurs=true displayMessage=(((message.type)!"") == "error" && !messagesPerField.existsError("password", "password-confirm")); section>
<#if section = "header">Choose a password<#elseif section = "form">
<#-- People who registered have a generated user name, which means nothing to them. -->
<#assign login = username!"">
<p class="lead"><#if login != "" && !login?starts_with("person-")>For the login name <strong>${login}</strong>. </#if>The password you just used will not work again.</p>
<form method="post" action="${url.loginAction}" novalidate>
<input type="text" autocomplete="username" value="${login}" readonly hidden>
<#-- A new password ends the sessions of the former one, as the embedded provider has it. -->
<input type="hidden" name="logout-sessions" value="on">
<div class="fields"><@form.newPassword name="password-new" isFocused=true/></div>
<p class="actions">
<button class="primary" type="submit">Save password</button>
<#if isAppInitiatedAction??><button class="secondary" type="submit" name="cancel-aia" value="true">Cancel</button></#if>
</p>
</form>
</#if>
</@layout.registrationLayout>
